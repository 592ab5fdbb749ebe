import { type Node, node } from '../../../../code/fingerprint/node.ts';
import { childrenOf, type Node as Tree } from '../javascript-nodes.ts';

/** Reads one node of oxc's tree; several statements where it stands for several. */
export type Read = (tree: Tree) => Node[];
export type Rule = (tree: Tree, read: Read) => Node[];

export const kidOf = (tree: Tree, key: string): Tree | null => (tree[key] as Tree | null | undefined) ?? null;
export const kidsOf = (tree: Tree, key: string): Tree[] =>
  ((tree[key] as (Tree | null)[] | undefined) ?? []).filter((kid) => kid !== null);

/** What is there of these parts, read. */
export const parts = (read: Read, ...trees: (Tree | null)[]): Node[] =>
  trees.flatMap((tree) => (tree ? read(tree) : []));

export const one = (read: Read, tree: Tree | null): Node =>
  tree ? (read(tree)[0] ?? node('none', '')) : node('none', '');

const silent = new Set(['type', 'start', 'end', 'range', 'raw']);

/** A node without a rule keeps its own kind, what it says and what it holds. */
export function generic(tree: Tree, read: Read): Node[] {
  const says = Object.entries(tree)
    .filter(([key, value]) => !silent.has(key) && value !== false && value !== null && typeof value !== 'object')
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${String(value)}`);
  const kids = [...childrenOf(tree)].sort((a, b) => a.start - b.start);
  return [node(tree.type, says.join(' '), kids.flatMap(read))];
}
