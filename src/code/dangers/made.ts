import type { Node } from '../fingerprint/node.ts';
import { isFixed } from './fixed.ts';
import type { Scope } from './scope.ts';

/** What is handed to a call of that name; null for anything else. Python's named arguments come as `key`. */
export function callArguments(tree: Node, name: RegExp, scope: Scope): Node[] | null {
  if (tree.kind !== 'call' || !name.test(scope.pathOf(tree.kids[0]))) return null;
  return argumentsOf(tree);
}

export const argumentsOf = (call: Node): Node[] =>
  call.kids.slice(1).flatMap((kid) => (kid.kind === 'any' ? kid.kids : [kid]));

/** Stands in a text for a value that is put into it. */
const gap = 'x';

/**
 * A text that is put together with values that may hold anything, with a stand-in for each; null for anything else.
 * A name is followed to what it is set to.
 */
export function madeOf(tree: Node | undefined, scope: Scope, depth = 0): string | null {
  if (!tree || depth > 4) return null;
  if (tree.kind === 'name') return madeByName(tree, scope, depth);
  if (/^(?:unary|post|typed|return|cast_expression|type_conversion_expression|argument_list)$/.test(tree.kind))
    return tree.text === '-' ? null : madeOf(tree.kids.at(-1), scope, depth + 1);
  if (tree.kind === 'call') return madeByCall(tree, scope, depth);
  if (tree.kind === 'binary' && tree.text === '%')
    return isText(tree.kids[0]) && !isFixed(tree, scope) ? textIn(tree.kids[0]) : null;
  const parts = partsOf(tree, scope);
  if (parts.length < 2 || !parts.some(isText) || parts.every((part) => isFixed(part, scope))) return null;
  return parts.map((part) => (isText(part) ? textIn(part) : gap)).join('');
}

function madeByName(tree: Node, scope: Scope, depth: number): string | null {
  const earlier = scope.madeNames.get(tree.text);
  if (earlier !== undefined) return earlier;
  scope.madeNames.set(tree.text, null);
  const values = scope.valuesOf(tree.text) ?? [];
  const made = values.map((value) => madeOf(value, scope, depth + 1)).find((one) => one !== null) ?? null;
  const isContinued = values.length > 1 && isText(values[0]) && !isFixed(tree, scope);
  const text = made ?? (isContinued ? values.map(textIn).join(gap) : null);
  scope.madeNames.set(tree.text, text);
  return text;
}

function madeByCall(tree: Node, scope: Scope, depth: number): string | null {
  const [callee, text] = tree.kids;
  if (callee?.kind === 'member' && /^(?:format|formatted)$/.test(callee.text) && isText(callee.kids[0]))
    return isFixed(tree, scope) ? null : textIn(callee.kids[0]);
  if (scope.idioms.formats?.test(scope.pathOf(callee)))
    return isText(text) && !isFixed(tree, scope) ? textIn(text) : null;
  // What makes bytes, a copy or a trimmed text of a text is made of it.
  return callee?.kind === 'member' && tree.kids.length < 3 && callee.kids[0]?.kind !== 'name'
    ? madeOf(callee.kids[0], scope, depth + 1)
    : null;
}

export const isText = (tree: Node | undefined): boolean =>
  tree?.kind === 'string' || (tree?.kind === 'concat' && tree.kids.some(isText));

export const textIn = (tree: Node | undefined): string => {
  if (tree === undefined) return '';
  if (tree.kind === 'string') return tree.text.replace(/^[a-z]*"/, '');
  return tree.kind === 'concat' ? tree.kids.map((kid) => (isText(kid) ? textIn(kid) : gap)).join('') : '';
};

/** A chain of more parts is data. */
const mostParts = 50;

function partsOf(tree: Node, scope: Scope, depth = 0): Node[] {
  if (depth > mostParts) return [tree];
  if (tree.kind === 'concat') return tree.kids.flatMap((kid) => partsOf(kid, scope, depth + 1));
  if (tree.kind === 'name') {
    const values = scope.valuesOf(tree.text);
    return values?.length === 1 && isText(values[0]) && values[0]?.kind === 'string' ? values : [tree];
  }
  const isCopied = tree.kind === 'call' && tree.kids.length === 1 && tree.kids[0]?.kind === 'member';
  if (isCopied && isText(tree.kids[0]?.kids[0])) return tree.kids[0]?.kids ?? [];
  if (tree.kind !== 'binary' || tree.text !== '+') return [tree];
  return tree.kids.flatMap((kid) => partsOf(kid, scope, depth + 1));
}

/** `key` is set to `value`, however the language writes it. */
export function sets(tree: Node, key: string, value: string): boolean {
  const [left, right] = tree.kids;
  if (tree.kind === 'key') return tree.text === key && left?.text === value;
  if (tree.kids.length !== 2 || right?.text !== value) return false;
  if (tree.kind === 'assign' && left?.kind === 'member') return left.text === key;
  return left?.kind === 'string' ? left.text === `"${key}` : left?.kind === 'name' && left.text === key;
}
