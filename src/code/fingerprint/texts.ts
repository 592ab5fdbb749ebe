import { type Node, node } from './node.ts';

/** A sum, or where text is among it, text put together: that has an order. */
export function sum(left: Node, right: Node): Node {
  if (isText(left) || isText(right)) return concatenated([left, right]);
  if (left.kind === 'list' || right.kind === 'list' || left.kind === 'each') return node('all', '+', [left, right]);
  const list = [left, right].flatMap((kid) => (kid.kind === 'any' && kid.text === '+' ? kid.kids : [kid]));
  return node('any', '+', list);
}

const isText = ({ kind, kids }: Node): boolean =>
  kind === 'string' ||
  kind === 'concat' ||
  (kind === 'call' && (kids[0]?.text === 'str' || kids[0]?.text === 'String'));

/** Neighbours that are plain text become one, and what is turned into text is itself. */
export function concatenated(parts: Node[]): Node {
  const pieces: Node[] = [];
  for (const part of parts.flatMap((one) => (one.kind === 'concat' ? one.kids : [one]))) {
    const inner = isText(part) && part.kind === 'call' && part.kids.length === 2 && part.kids[1] ? part.kids[1] : part;
    const last = pieces.at(-1);
    if (last?.kind === 'string' && inner.kind === 'string')
      pieces[pieces.length - 1] = node('string', last.text + inner.text.slice(1));
    else if (inner.text !== '"' || inner.kind !== 'string') pieces.push(inner);
  }
  const [only] = pieces;
  if (!only) return node('string', '"');
  return pieces.length === 1 && only.kind === 'string' ? only : node('concat', '', pieces);
}
