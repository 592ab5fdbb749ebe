import { languages } from '../../registry.ts';

/** Programs that read sources to make or check something: the files they are given are the product's. */
const tools = /^(?:cp|mv|rm|rimraf|mkdir|mkdirp|touch|echo|cat|test|\[|gcc|cc|g\+\+|clang)$/;
const takesSources = (program: string): boolean =>
  tools.test(program) || languages().some(({ steering }) => steering?.tools?.test(program));

/** Programs that look through the files they are given, which are what is checked. */
const lookers = /^(?:[efz]?grep|rg|wc|head|tail|awk|sed|jq|file|xmllint|yamllint|jsonlint|shellcheck|hadolint)$/;
/** What such a program is told by, not what it looks through. */
const toldBy = /^(?:-\w*f|--(?:file|from-file|rcfile|config))(?:=|$)/;
/** Words of a shell in front of a program. */
const introduces = /^\s*(?:(?:if|elif|else|while|until|!|[({])\s+)+/;

/** Words that only start another program. */
const starters = /^(?:exec|env|time|sudo|command|xvfb-run|run)$/;
const starts = (word: string): boolean =>
  starters.test(word) || languages().some(({ runners }) => runners?.starters?.test(word));
/** Flags whose value is no file that is run. */
const notRun =
  /^--?(?:include|exclude|o|out|output|outfile|out-?dir|ignore|src|source|cov|root|rootdir|target|cwd)(?:=|$)/;

export interface Named {
  /** Files that a command executes, or is configured by. */
  files: string[];
  /** Those of them that a shell reads into itself. */
  sourced: string[];
  /** Files that a program only looks through: what it says of them is the check. */
  looked: string[];
  /** Scripts of the package that it runs. */
  scripts: string[];
}

/** What another program prints is compared, so it is the product. */
const captured = /\$\$?\((?!\()[^()]*\)|`[^`\n]*`/g;
/** Stands where such output did: what is looked for in a file is then not what the script says. */
const output = '\u0002';
const compares = /^\s*(?:e?grep|fgrep|diff|cmp|comm|awk|sed|jq|sort|head|tail|wc|tr|cut)\b/;

/** Where the output of a program goes into a file, and something compares files. */
const writes = /(?<![&\d])>>?\s*(?!\/dev\/|&)\S/;

/** What a line of commands names, without a shell to read it; `has` tells what is a file. */
export function namedInCommand(line: string, has: (path: string) => boolean): Named {
  const named: Named = { files: [], sourced: [], looked: [], scripts: [] };
  const segments = line.replace(captured, ` ${output} `).split(/(&&|\|\||[;|&\n]|\bthen\b|\bdo\b)/);
  const endings = languages().flatMap(({ steering }) => steering?.endings ?? []);
  const comparesFiles = segments.some((segment) => /^\s*(?:if\s+)?(?:cmp|diff|comm)\b/.test(segment));
  for (const [index, segment] of segments.entries()) {
    if (comparesFiles && writes.test(segment)) continue;
    if (index % 2 === 1 || (segments[index + 1] === '|' && compares.test(segments[index + 2] ?? ''))) continue;
    const plainSegment = segment.replaceAll(output, ' ').replace(introduces, '');
    const words = (plainSegment.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
      word.replace(/^["']|["']$/g, ''),
    );
    const at = words.findIndex((word) => !starts(word) && !/^(?:-|\w+=|@$)/.test(word));
    const program = (words[at] ?? '').replace(/^.*\/(?=[^/]+$)/, (folder) =>
      has(plain(words[at] ?? '')) ? folder : '',
    );
    named.scripts.push(...languages().flatMap(({ steering }) => steering?.scriptsIn?.(words) ?? []));
    if (takesSources(program)) continue;
    const isGiven = segment.includes(output) || segment.includes('$');
    const looksOn = lookers.test(program) && !isGiven && segments[index + 1] !== '|' && !writes.test(segment);
    for (const [index, word] of words.entries()) {
      if (notRun.test(words[index - 1] ?? '') && !(words[index - 1] ?? '').includes('=')) continue;
      if (notRun.test(word)) continue;
      const value = plain(word.replace(/^(?:--?[\w-]+|\w+)=/, '').replace(/^[<>]+/, ''));
      const file = ['', ...endings].map((ending) => `${value}${ending}`).find(has);
      if (file === undefined) continue;
      const isTold = toldBy.test(word) || toldBy.test(words[index - 1] ?? '') || /^</.test(words[index - 1] ?? word);
      if (looksOn && !isTold && !isNamedCheck.test(file)) {
        named.looked.push(file);
        continue;
      }
      named.files.push(file);
      if (words[at] === '.' || words[at] === 'source') named.sourced.push(file);
    }
  }
  return named;
}

/** Names of checks, and of folders that hold them, and of what is compared with. */
export const isCheck =
  /(?:^|[/._-])(?:checks?|verify|verification|specs?|tests?|qa|e2e|integration|assert\w*|fixtures?|golden)(?:[/._-]|$)/i;
const isNamedCheck = new RegExp(
  `${isCheck.source}|(?:^|[/._-])(?:expect\\w*|cases?|samples?|snapshots?)(?:[/._-]|$)`,
  'i',
);

const plain = (word: string): string => word.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
