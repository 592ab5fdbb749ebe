import { type Node, some } from '../fingerprint/node.ts';
import { given, isFixed, madeOf, sets } from './made.ts';

export interface Danger {
  name: string;
  /** Costs points in the review; the others are told to who asks. */
  grave?: boolean;
  fits(tree: Node): boolean;
}

const sql = /^\s*(?:SELECT\b[\s\S]*\bFROM\b|INSERT\s+INTO\b|UPDATE\b[\s\S]*\bSET\b|DELETE\s+FROM\b)/i;
export const isSql = (tree: Node | undefined): boolean =>
  tree?.kind === 'string' && sql.test(tree.text.replace(/^[a-z]*"/, ''));
export const first = (
  tree: Node,
  name: RegExp,
  fits: (argument: Node | undefined, all: Node[]) => boolean,
): boolean => {
  const all = given(tree, name);
  return all !== null && all.length > 0 && fits(all[0], all);
};
export const calls = (tree: Node, name: RegExp): boolean => given(tree, name) !== null;
export const is = (tree: Node, name: RegExp): boolean =>
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

/** Programs that run whatever they are given. */
export const shells = /^"(?:ba|z)?sh$/;
