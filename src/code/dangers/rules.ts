import { type Node, some } from '../fingerprint/node.ts';
import { dotted } from './dotted.ts';
import { isFixed, mentions } from './fixed.ts';
import { argumentsOf, callArguments, isText, madeOf, sets, textIn } from './made.ts';
import { chainOf, rootOf, type Scope } from './scope.ts';
import { isSql } from './sql.ts';

export interface Danger {
  name: string;
  /** Blocks a change in the review; the others are told to who asks. */
  grave?: boolean;
  fits(tree: Node, scope: Scope): boolean;
}

export const first = (
  tree: Node,
  name: RegExp,
  scope: Scope,
  fits: (argument: Node | undefined, all: Node[]) => boolean,
): boolean => {
  const all = callArguments(tree, name, scope);
  return all !== null && all.length > 0 && fits(all[0], all);
};
export const calls = (tree: Node, name: RegExp, scope: Scope): boolean => callArguments(tree, name, scope) !== null;

/** Some of the arguments of a call of that name may hold anything. */
export const callsFreely = (tree: Node, name: RegExp, scope: Scope): boolean =>
  callArguments(tree, name, scope)?.some((one) => one.kind !== 'key' && !isFixed(one, scope)) === true;

/** A text with a tag that is put together from values. */
export const isMadeHtml = (tree: Node | undefined, scope: Scope): boolean =>
  /<\/?[a-z!]/i.test(madeOf(tree, scope) ?? '');

/** In any language that can be read: what is written alike is dangerous alike. */
export const commonDangers: Danger[] = [
  {
    name: 'eval of a value',
    grave: true,
    fits: (tree, scope) =>
      scope.valuesOf('eval') === null && first(tree, /^eval$/, scope, (code) => !isFixed(code, scope)),
  },
  {
    name: 'a function made from text',
    grave: true,
    fits: (tree, scope) =>
      tree.kind === 'unary' && tree.text === 'new' && callsFreely(tree.kids[0] ?? tree, /^Function$/, scope),
  },
  {
    name: 'HTML set from a value',
    grave: true,
    fits: ({ kind, kids: [target, value] }, scope) =>
      kind === 'assign' &&
      target?.kind === 'member' &&
      /^(?:inner|outer)HTML$/.test(target.text) &&
      !(value?.kind === 'member' && /^(?:inner|outer)HTML$/.test(value.text)) &&
      !isFixed(value, scope),
  },
  {
    name: 'SQL put together from text',
    grave: true,
    fits: (tree, scope) => tree.kind !== 'name' && madeHere(tree, scope),
  },
  { name: 'SQL put together from text', grave: true, fits: (tree, scope) => extendsSql(tree, scope) },
  { name: 'a shell in a subprocess', grave: true, fits: (tree, scope) => isShellCommand(tree, scope) },
  {
    name: 'a shell in a subprocess',
    grave: true,
    fits: (tree, scope) =>
      (tree.kind === 'call' &&
        argumentsOf(tree).some((one) => sets(one, 'shell', 'True')) &&
        !isFixed(argumentsOf(tree)[0], scope)) ||
      callsFreely(tree, /^os\.system$/, scope),
  },
  { name: 'unpickling', grave: true, fits: (tree, scope) => calls(tree, /^pickle\.loads?$/, scope) },
  {
    name: 'an unsafe YAML load',
    grave: true,
    fits: (tree, scope) => calls(tree, /^yaml\.load$/, scope) && !some(tree, ({ text }) => /SafeLoader/.test(text)),
  },
  {
    name: 'certificate checks switched off',
    grave: true,
    fits: (tree, scope) =>
      sets(tree, 'rejectUnauthorized', 'false') ||
      callArguments(tree, requests, scope)?.some((one) => sets(one, 'verify', 'False')) === true,
  },
  {
    name: 'a weak hash',
    fits: (tree, scope) =>
      calls(tree, /^hashlib\.(?:md5|sha1)$|^(?:crypto\/)?(?:md5|sha1)\.(?:New|Sum)$/, scope) ||
      first(tree, /(?:^|\.)createHash$|^MessageDigest\.getInstance$/, scope, (name) =>
        /^"(?:md5|sha-?1)$/i.test(name?.text ?? ''),
      ),
  },
];

const requests = /(?:^|\.)(?:get|post|put|patch|delete|head|options|request|stream|Session|Client|AsyncClient)$/;

/** Not what a part of it is already: the whole chain of `+` is one text. */
const madeHere = (tree: Node, scope: Scope): boolean =>
  /^(?:binary|concat|call)$/.test(tree.kind) && tree.text !== 'tagged' && isSql(madeOf(tree, scope));

/** A text that begins as SQL is continued with a value. */
function extendsSql(tree: Node, scope: Scope): boolean {
  const isAdded = tree.kind === 'assign' && tree.text === '+=';
  const isCalled = tree.kind === 'call' && /\.(?:append|push_str|WriteString)$/.test(dotted(tree.kids[0]));
  if (!isAdded && !isCalled) return false;
  const values = scope.valuesOf(rootOf(isAdded ? tree.kids[0] : tree)) ?? [];
  const isBegun = values.some((value) => isSql(textIn(beginning(value))));
  return isBegun && tree.kids.slice(1).some((value) => !isFixed(value, scope));
}

function beginning(tree: Node): Node | undefined {
  if (isText(tree)) return tree;
  if (tree.kind === 'binary' && tree.text === '+') return beginning(tree.kids[0] ?? tree.kids[1] ?? tree);
  const isBuilder = tree.kind === 'object_creation_expression' || tree.kind === 'call';
  const kids = tree.kids.flatMap((kid) => (kid.kind === 'argument_list' ? kid.kids : [kid]));
  return isBuilder ? kids.find(isText) : undefined;
}

/** Programs that run whatever they are given. */
export const shells = /^"(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$|^"(?:cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;
export const runs = /^"(?:-\w*c|\/c|-Command)$/i;

/** A list of a shell, its option to run a text, and a text that may hold anything; what comes after are its arguments. */
function isShellCommand(tree: Node, scope: Scope): boolean {
  if (!/^(?:call|list|argument_list)$/.test(tree.kind)) return false;
  const items = (tree.kind === 'call' ? argumentsOf(tree) : tree.kids).flatMap((one) =>
    one.kind === 'list' ? one.kids : [one],
  );
  const at = items.findIndex(({ text }) => shells.test(text));
  const option = items.findIndex(({ text }, index) => index > at && runs.test(text));
  const command = items[option + 1];
  return at >= 0 && option > at && command !== undefined && !isFixed(command, scope);
}

const passwords = /^(?:\w*_)?(?:passw(?:or)?d|passphrase|pwd)s?$|(?:Password|Passwd|Passphrase)$/i;

/** A call that hashes a password, where its chain holds a call that makes a weak hash. */
export const hashesPassword = (tree: Node, scope: Scope, isWeak: (tree: Node) => boolean): boolean =>
  tree.kind === 'call' &&
  tree.kids.slice(1).some((one) => mentions(one, passwords)) &&
  [...chainOf(tree, scope), ...tree.kids.slice(1).flatMap((one) => chainOf(one, scope))].some(isWeak);

const secrets = /(?:token|secret|passw(?:or)?d|nonce|otp|csrf|api_?key|session(?:_?(?:id|key))?)$/i;

/** A secret, or what a function of such a name returns, that comes from guessable randomness. */
export function guessable(tree: Node, isWeak: (tree: Node) => boolean): boolean {
  const [target, ...values] = tree.kids;
  const isWeakly = (value: Node | undefined) => value !== undefined && some(value, isWeak);
  if (tree.kind === 'key' || tree.kind === 'pair')
    return secrets.test(tree.kind === 'key' ? tree.text : (target?.text ?? '')) && isWeakly(tree.kids.at(-1));
  if (tree.kind === 'decl' || tree.kind === 'assign')
    return secrets.test(dotted(target)) && values.some((value) => isWeakly(value) && value.kind !== 'fn');
  if (tree.kind !== 'function' || !secrets.test(tree.text)) return false;
  return some(tree, (one) => one.kind === 'return' && one.kids.some(isWeakly));
}

/** Whoever may write it: the last digit of a mode holds a 2. */
export function isOpenMode(tree: Node | undefined): boolean {
  if (tree?.kind !== 'number' && tree?.kind !== 'string') return false;
  const text = tree.text.replace(/^"|_/g, '');
  const mode =
    /^0?o?[0-7]{3,4}$/.test(text) && !/^[1-9]\d*$/.test(tree.kind === 'number' ? text : '')
      ? Number.parseInt(text.replace(/^0?o?/, ''), 8)
      : Number(tree.kind === 'number' ? text : Number.NaN);
  return mode < 0o10000 && (mode & 2) === 2;
}
