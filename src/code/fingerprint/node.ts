/** A piece of source as a tree: kinds are few and the same for all languages. */
export interface Node {
  kind: string;
  /** The operator, the name, the value; empty where the kind says it all. */
  text: string;
  kids: Node[];
  /** Where a statement stands in its file, from and to. */
  span?: [number, number];
}

/** The same nodes, with where they stand. */
export function placed(nodes: Node[], start: number, end: number): Node[] {
  return nodes.map((one) => (one.span ? one : { ...one, span: [start, end] }));
}

export const node = (kind: string, text: string, kids: Node[] = []): Node => ({ kind, text, kids });
export const block = (kids: Node[]): Node => node('block', '', kids);

/** A tree as text: equal for equal trees only. */
export function written(tree: Node): string {
  const head = tree.text === '' ? tree.kind : `${tree.kind} ${JSON.stringify(tree.text)}`;
  return tree.kids.length === 0 ? head : `(${head} ${tree.kids.map(written).join(' ')})`;
}

export function some(tree: Node, matches: (tree: Node) => boolean): boolean {
  return matches(tree) || tree.kids.some((kid) => some(kid, matches));
}
