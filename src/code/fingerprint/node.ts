/** A piece of source as a tree: kinds are few and the same for all languages. */
export interface Node {
  kind: string;
  /** The operator, the name, the value; empty where the kind says it all. */
  text: string;
  kids: Node[];
}

export const node = (kind: string, text: string, kids: Node[] = []): Node => ({ kind, text, kids });
export const block = (kids: Node[]): Node => node('block', '', kids);

/** A tree as text: equal for equal trees only. */
export function written(tree: Node): string {
  const head = tree.text === '' ? tree.kind : `${tree.kind} ${JSON.stringify(tree.text)}`;
  return tree.kids.length === 0 ? head : `(${head} ${tree.kids.map(written).join(' ')})`;
}

export function some(tree: Node, found: (tree: Node) => boolean): boolean {
  return found(tree) || tree.kids.some((kid) => some(kid, found));
}
