import type { Node } from '../fingerprint/node.ts';

/** What a call or a value is called, with its owners: `os.system`; '' where it has no name. */
export function dotted(tree: Node | undefined): string {
  if (tree?.kind === 'name' || tree?.kind === 'type') return tree.text;
  if (tree?.kind === 'typed') return dotted(tree.kids[0]);
  if (tree?.kind !== 'member') return '';
  const [owner] = tree.kids;
  const before = owner?.kind === 'call' ? `${dotted(owner.kids[0])}()` : dotted(owner);
  return `${before}.${tree.text.replace(/^\?/, '')}`;
}

/** What is handed to a call of that name; null for anything else. Python's named arguments come as `key`. */
export function given(tree: Node, name: RegExp): Node[] | null {
  if (tree.kind !== 'call' || !name.test(dotted(tree.kids[0]))) return null;
  return tree.kids.slice(1).flatMap((kid) => (kid.kind === 'any' ? kid.kids : [kid]));
}

/** A text that is written down as it is. */
export const isFixed = (tree: Node | undefined): boolean =>
  tree === undefined || (tree.kind === 'string' ? true : tree.kind === 'concat' && tree.kids.every(isFixed));

/** The written parts of a text that is put together with values; null for anything else. */
export function madeOf(tree: Node | undefined): string[] | null {
  if (tree?.kind === 'call' && tree.kids[0]?.kind === 'member' && tree.kids[0].text === 'format')
    return isFixed(tree.kids[0].kids[0]) ? [textIn(tree.kids[0].kids[0])] : null;
  if (tree?.kind === 'binary' && tree.text === '%') return isText(tree.kids[0]) ? [textIn(tree.kids[0])] : null;
  const parts = tree ? partsOf(tree) : [];
  return parts.length > 1 && parts.some(isText) && !parts.every(isFixed) ? parts.filter(isFixed).map(textIn) : null;
}

const isText = (tree: Node | undefined): boolean => tree?.kind === 'string' || tree?.kind === 'concat';

const textIn = (tree: Node | undefined): string =>
  tree === undefined ? '' : tree.kind === 'string' ? tree.text.replace(/^[a-z]*"/, '') : tree.kids.map(textIn).join('');

/** A chain of more parts is data. */
const mostParts = 50;

function partsOf(tree: Node, depth = 0): Node[] {
  if (tree.kind === 'concat') return tree.kids;
  if (tree.kind !== 'binary' || tree.text !== '+' || depth > mostParts) return [tree];
  return tree.kids.flatMap((kid) => partsOf(kid, depth + 1));
}

/** `key` is set to `value`, however the language writes it. */
export function sets(tree: Node, key: string, value: string): boolean {
  if (tree.kind === 'key') return tree.text === key && tree.kids[0]?.text === value;
  const [left, right] = tree.kids;
  return tree.kids.length === 2 && left?.text === key && right?.text === value && left.kind === 'name';
}
