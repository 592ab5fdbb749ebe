import { type Node, node } from './node.ts';

/** One statement without the blocks that it holds: those are items of their own. */
export interface Item {
  statement: Node;
  /** Which kinds of blocks it stands in, and in which of a statement's blocks. */
  path: string;
  place: string;
  depth: number;
  parent: Item | null;
}

export function itemsOf(tree: Node, parent: Item | null = null, path = '', place = '', depth = 0): Item[] {
  return tree.kids.flatMap((statement) => {
    const item = { statement, path, place, depth, parent };
    const inner = blocksIn(statement).flatMap((one, at) => {
      const segment = `${statement.kind} ${at}`;
      return itemsOf(one, item, `${path}/${segment}`, segment, depth + 1);
    });
    return [item, ...inner];
  });
}

function blocksIn(tree: Node): Node[] {
  if (tree.kind === 'block') return [tree];
  return tree.kids.flatMap(blocksIn);
}

export function withoutBlocks(tree: Node): Node {
  if (tree.kind === 'block') return node('block', '');
  return tree.kids.length === 0 ? tree : { ...tree, kids: tree.kids.map(withoutBlocks) };
}

/** A statement with its local names left out, and these names in order. */
export interface Shape {
  text: string;
  names: string[];
}

export function shapeOf(tree: Node, locals: Set<string>): Shape {
  if (tree.kind === 'block') return { text: '{}', names: [] };
  const isLocal = locals.has(tree.text) && (tree.kind === 'name' || tree.kind === 'function');
  const kids = tree.kids.map((kid) => shapeOf(kid, locals));
  if (tree.kind === 'any') kids.sort((a, b) => compare(a.text, b.text) || compare(a.names.join(), b.names.join()));
  return {
    text: `${tree.kind}${isLocal ? '' : JSON.stringify(tree.text)}(${kids.map((kid) => kid.text).join(' ')})`,
    names: [...(isLocal ? [tree.text] : []), ...kids.flatMap((kid) => kid.names)],
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
