import { type Node, some } from '../fingerprint/node.ts';
import { dotted, given, isFixed, madeOf, sets } from './made.ts';

export interface Danger {
  name: string;
  /** Costs points in the review; the others are told to who asks. */
  grave?: boolean;
  fits(tree: Node): boolean;
}

const sql = /^\s*(?:SELECT\b[\s\S]*\bFROM\b|INSERT\s+INTO\b|UPDATE\b[\s\S]*\bSET\b|DELETE\s+FROM\b)/i;
const isSql = (tree: Node | undefined): boolean =>
  tree?.kind === 'string' && sql.test(tree.text.replace(/^[a-z]*"/, ''));
const first = (tree: Node, name: RegExp, fits: (argument: Node | undefined, all: Node[]) => boolean): boolean => {
  const all = given(tree, name);
  return all !== null && all.length > 0 && fits(all[0], all);
};
const calls = (tree: Node, name: RegExp): boolean => given(tree, name) !== null;
const is = (tree: Node, name: RegExp): boolean =>
  (tree.kind === 'name' || tree.kind === 'member') && name.test(tree.text);

/** In any language that can be read: what is written alike is dangerous alike. */
export const commonDangers: Danger[] = [
  { name: 'eval of a value', grave: true, fits: (tree) => first(tree, /^eval$/, (code) => !isFixed(code)) },
  {
    name: 'a function made from text',
    grave: true,
    fits: (tree) => tree.kind === 'unary' && tree.text === 'new' && calls(tree.kids[0] ?? tree, /^Function$/),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: ({ kind, kids: [target, value] }) =>
      kind === 'assign' && target?.kind === 'member' && /^(?:inner|outer)HTML$/.test(target.text) && !isFixed(value),
  },
  {
    name: 'SQL put together from text',
    grave: true,
    fits: (tree) => madeOf(tree)?.some((part) => sql.test(part)) === true,
  },
  {
    name: 'a shell command put together from text',
    grave: true,
    fits: (tree) => first(tree, /(?:^|\.)exec(?:Sync)?$/, (command) => madeOf(command) !== null),
  },
  {
    name: 'a shell in a subprocess',
    grave: true,
    fits: (tree) => sets(tree, 'shell', 'True') || calls(tree, /^os\.system$/),
  },
  { name: 'unpickling', grave: true, fits: (tree) => calls(tree, /^pickle\.loads?$/) },
  {
    name: 'an unsafe YAML load',
    grave: true,
    fits: (tree) => calls(tree, /^yaml\.load$/) && !some(tree, ({ text }) => /SafeLoader/.test(text)),
  },
  {
    name: 'certificate checks switched off',
    grave: true,
    fits: (tree) =>
      sets(tree, 'rejectUnauthorized', 'false') ||
      sets(tree, 'verify', 'False') ||
      is(tree, /^NODE_TLS_REJECT_UNAUTHORIZED$/) ||
      (tree.kind === 'string' && /NODE_TLS_REJECT_UNAUTHORIZED$/.test(tree.text)),
  },
  {
    name: 'a weak hash',
    fits: (tree) =>
      calls(tree, /^hashlib\.(?:md5|sha1)$|^(?:md5|sha1)\.(?:New|Sum)$/) ||
      first(tree, /(?:^|\.)createHash$|^MessageDigest\.getInstance$/, (name) =>
        /^"(?:md5|sha-?1)$/i.test(name?.text ?? ''),
      ),
  },
];

export const javascriptDangers: Danger[] = [
  { name: 'eval of a value', fits: (tree) => first(tree, /^(?:window|globalThis|global|self)\.eval$/, () => true) },
  {
    name: 'a function made from text',
    fits: (tree) => first(tree, /^Function$/, (code) => isFixed(code) || madeOf(code) !== null),
  },
  {
    name: 'code in a timer as text',
    fits: (tree) => first(tree, /(?:^|\.)set(?:Timeout|Interval)$/, (code) => isFixed(code) || madeOf(code) !== null),
  },
  {
    name: 'HTML set from a value',
    fits: (tree) => first(tree, /\.insertAdjacentHTML$/, (_, [, html]) => !isFixed(html)),
  },
  { name: 'HTML set from a value', fits: ({ text }) => /(?:^|=)dangerouslySetInnerHTML$/.test(text) },
  {
    name: 'HTML written into the document',
    fits: (tree) => first(tree, /^document\.write(?:ln)?$/, (html) => !isFixed(html)),
  },
  {
    name: 'a shell command put together from text',
    fits: (tree) =>
      first(tree, /(?:^|\.)(?:exec|spawn)(?:Sync)?$/, (_, all) => all.some((one) => madeOf(one) !== null)),
  },
  { name: 'a shell in a subprocess', fits: (tree) => sets(tree, 'shell', 'true') },
  {
    name: 'chance that can be guessed',
    fits: ({ kind, text, kids: [target, value] }) => {
      const name = kind === 'key' ? text : kind === 'decl' || kind === 'assign' ? dotted(target) : '';
      const made = kind === 'key' ? target : value;
      return (
        /token|secret|password|session/i.test(name) &&
        made !== undefined &&
        some(made, (tree) => calls(tree, /^Math\.random$/))
      );
    },
  },
];

export const pythonDangers: Danger[] = [
  { name: 'code run from a value', fits: (tree) => first(tree, /^exec$/, (code) => !isFixed(code)) },
  { name: 'a shell in a subprocess', fits: (tree) => calls(tree, /^os\.popen$|^subprocess\.get(?:status)?output$/) },
  { name: 'unpickling', fits: (tree) => calls(tree, /^(?:cPickle|marshal|dill|shelve)\.(?:loads?|open)$/) },
  { name: 'certificate checks switched off', fits: (tree) => is(tree, /^(?:_create_unverified_context|CERT_NONE)$/) },
  { name: 'a temporary name that others can take', fits: (tree) => calls(tree, /^tempfile\.mktemp$/) },
];

const shells = /^"(?:ba|z)?sh$/;

export const goDangers: Danger[] = [
  { name: 'SQL put together from text', fits: (tree) => first(tree, /(?:^|\.)Sprintf$/, isSql) },
  {
    name: 'a shell in a subprocess',
    fits: (tree) =>
      first(tree, /^exec\.Command(?:Context)?$/, (_, all) =>
        all.some((one, at) => shells.test(one.text) && all[at + 1]?.text === '"-c'),
      ),
  },
  { name: 'certificate checks switched off', fits: (tree) => sets(tree, 'InsecureSkipVerify', 'true') },
  {
    name: 'HTML set from a value',
    fits: (tree) => first(tree, /^template\.(?:HTML|JS|URL)$/, (html) => !isFixed(html)),
  },
];

export const javaDangers: Danger[] = [
  {
    name: 'a shell command put together from text',
    fits: (tree) => first(tree, /getRuntime\(\)\.exec$/, (command) => madeOf(command) !== null),
  },
  { name: 'SQL put together from text', fits: (tree) => first(tree, /^String\.format$/, isSql) },
  {
    name: 'objects read from a stream',
    fits: ({ kind, kids }) =>
      kind === 'object_creation_expression' && kids.some(({ text }) => text === 'ObjectInputStream'),
  },
  {
    name: 'certificate checks switched off',
    fits: ({ text }) => /^(?:ALLOW_ALL_HOSTNAME_VERIFIER|NoopHostnameVerifier)$/.test(text),
  },
];

export const rustDangers: Danger[] = [
  {
    name: 'SQL put together from text',
    fits: (tree) => tree.text === '!' && first(tree, /^format$/, (text) => isSql(text) && /\{/.test(text?.text ?? '')),
  },
  {
    name: 'a shell in a subprocess',
    fits: (tree) => first(tree, /(?:^|\.)Command\.new$/, (program) => shells.test(program?.text ?? '')),
  },
  {
    name: 'certificate checks switched off',
    fits: (tree) => first(tree, /\.danger_accept_invalid_(?:certs|hostnames)$/, (flag) => flag?.text === 'true'),
  },
  {
    name: 'unsafe code',
    fits: ({ kind, text }) =>
      kind === 'unsafe_block' ||
      (kind === 'fn' && /\bunsafe\b/.test(text)) ||
      (kind === 'compound' && text === 'unsafe impl'),
  },
];
