import type { Parsers } from '../schema/tree.ts';
import { dangersOf } from './dangers/find.ts';
import { dangers, type Pattern } from './dangers/lines.ts';
import { secretsIn } from './secrets/find.ts';
import { structureOf } from './structure/languages.ts';
import type { Source } from './structure/shape.ts';

export interface PatternFound {
  line: number;
  message: string;
  /** The line holds a secret, and must not be shown. */
  secret: boolean;
}

type Language = 'javascript' | 'python' | 'go' | 'java' | 'rust';

const languages: [Language, RegExp][] = [
  ['javascript', /\.(?:[cm]?[jt]sx?|vue|svelte|html?)$/],
  ['python', /\.pyw?$/],
  ['go', /\.go$/],
  ['java', /\.(?:java|kt|scala)$/],
  ['rust', /\.rs$/],
];

/** Whatever the language. */
const common: Pattern[] = [
  { name: 'eval of a value', match: /(?<![\w.])eval\s*\(\s*(?:"[^"]*"|'[^']*')\s*\+|(?<![\w.])eval\s*\(\s*`[^`]*\$\{/ },
  { name: 'a weak hash', match: /\bcreateHash\s*\(\s*["'`](?:md5|sha1)["'`]|\bhashlib\.(?:md5|sha1)\s*\(/i },
  { name: 'a weak hash', match: /\b(?:md5|sha1)\.(?:New|Sum)\s*\(|MessageDigest\.getInstance\s*\(\s*"(?:MD5|SHA-?1)"/ },
];

const own: Record<Language, Pattern[]> = {
  javascript: [
    { name: 'eval of a value', match: /\b(?:window|globalThis|global|self)\.eval\s*\(\s*[^\s)]/ },
    { name: 'a function made from text', match: /(?<!new )(?<![\w.])Function\s*\(\s*["'`]/ },
    { name: 'code in a timer as text', match: /\bset(?:Timeout|Interval)\s*\(\s*["'`]/ },
    { name: 'HTML set from a value', match: /\binsertAdjacentHTML\s*\([^,]*,\s*(?!["'`][^"'`$]*["'`]\s*\))/ },
    { name: 'HTML set from a value', match: /\bdangerouslySetInnerHTML\b/ },
    { name: 'HTML written into the document', match: /\bdocument\.write(?:ln)?\s*\(\s*(?!["'][^"']*["']\s*\))/ },
    {
      name: 'a shell command put together from text',
      match: /\b(?:exec|execSync|spawn|spawnSync)\s*\([^)]*(?:`[^`]*\$\{|["']\s*\+)/,
    },
    { name: 'a shell in a subprocess', match: /\bshell\s*:\s*true\b/ },
    { name: 'chance that can be guessed', match: /(?:token|secret|password|session)\w*\s*[:=].*\bMath\.random\s*\(/i },
  ],
  python: [
    { name: 'code run from a value', match: /(?<![\w.])exec\s*\(\s*(?![\s"')])/ },
    { name: 'a shell in a subprocess', match: /\bos\.popen\s*\(|\bsubprocess\.get(?:status)?output\s*\(/ },
    { name: 'unpickling', match: /\b(?:cPickle|marshal|dill|shelve)\.(?:loads?|open)\s*\(/ },
    { name: 'certificate checks switched off', match: /\b_create_unverified_context\b|\bCERT_NONE\b/ },
    { name: 'a temporary name that others can take', match: /\btempfile\.mktemp\s*\(/ },
  ],
  go: [
    {
      name: 'SQL put together from text',
      match: /\bSprintf\s*\(\s*["`]\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
    },
    { name: 'a shell in a subprocess', match: /\bexec\.Command(?:Context)?\s*\([^)]*"(?:ba|z)?sh"\s*,\s*"-c"/ },
    { name: 'certificate checks switched off', match: /\bInsecureSkipVerify\s*:\s*true\b/ },
    { name: 'HTML set from a value', match: /\btemplate\.(?:HTML|JS|URL)\s*\(\s*(?!["`])/ },
  ],
  java: [
    { name: 'a shell command put together from text', match: /\bgetRuntime\s*\(\s*\)\s*\.exec\s*\([^)]*"\s*\+/ },
    {
      name: 'SQL put together from text',
      match: /\bString\.format\s*\(\s*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
    },
    { name: 'objects read from a stream', match: /\bnew\s+ObjectInputStream\s*\(/ },
    { name: 'certificate checks switched off', match: /\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bNoopHostnameVerifier\b/ },
  ],
  rust: [
    {
      name: 'SQL put together from text',
      match: /\bformat!\s*\(\s*r?#*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)[^"]*\{/i,
    },
    { name: 'a shell in a subprocess', match: /\bCommand::new\s*\(\s*"(?:ba|z)?sh"\s*\)/ },
    { name: 'certificate checks switched off', match: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true/ },
    { name: 'unsafe code', match: /\bunsafe\s*(?:\{|fn\b|impl\b)/ },
  ],
};

/** Longer lines are looked at up to here: no expression above takes more than a moment for this many. */
const longestLine = 2_000;

export interface PatternsFound {
  found: PatternFound[];
  /** Its language is known, but some of it could not be parsed here and was looked at line by line. */
  unparsed: boolean;
}

/** What looks dangerous in whole files, by their structure; where that is not known, line by line. */
export async function dangerousCode(sources: Source[], parsers: Parsers): Promise<PatternsFound[]> {
  const all = await dangersOf(sources, parsers);
  return sources.map(({ path, text }, at) => {
    const [lines, read] = [dangerousLines(path, text), all[at]];
    if (!read) return { found: lines, unparsed: structureOf(path) !== null };
    const found = [
      ...lines.filter(({ line, secret }) => secret || read.isGap(line)),
      ...read.found
        .filter(({ line }) => !read.isGap(line))
        .map(({ line, name }) => ({ line, message: name, secret: false })),
    ];
    return { found: found.sort((a, b) => a.line - b.line), unparsed: read.broken };
  });
}

/** In a file of no known language, for every language. */
function dangerousLines(path: string, text: string): PatternFound[] {
  const known = languages.filter(([, match]) => match.test(path)).map(([language]) => language);
  const spoken = known.length > 0 ? known : languages.map(([language]) => language);
  const patterns = [...dangers, ...common, ...spoken.flatMap((language) => own[language])];
  const comment = known[0] === 'python' ? /^\s*#/ : known.length > 0 ? /^\s*(?:\/\/|\/?\*)/ : /^\s*(?:\/\/|\/?\*|#)/;
  return text.split('\n').flatMap((whole, index) => {
    const line = whole.slice(0, longestLine);
    const names = new Set(secretsIn(whole, 'review').map(({ name }) => name));
    const hidden = [...names].map((message) => ({ line: index + 1, message, secret: true }));
    if (comment.test(line)) return hidden;
    return [...hidden, ...namesOf(patterns, line).map((message) => ({ line: index + 1, message, secret: false }))];
  });
}

const namesOf = (patterns: Pattern[], line: string): string[] => [
  ...new Set(patterns.filter(({ match }) => match.test(line)).map(({ name }) => name)),
];
