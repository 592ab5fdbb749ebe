import type { Language } from './language.ts';
import { type Node, node } from './node.ts';
import { readExpression } from './statements.ts';

/** `a ${b}` and f"a {b}" are pieces put together. */
export function templateOf(text: string, language: Language, canonical: (tree: Node) => Node): Node {
  const pieces: Node[] = [];
  const pattern = language.indents ? /\{\{|\}\}|\{/g : /\\[\s\S]|\$\{/g;
  let [from, plain] = [0, ''];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    plain += text.slice(from, match.index);
    from = pattern.lastIndex;
    if (match[0].length === 2 && match[0] !== '${') {
      plain += language.indents ? match[0][0] : match[0].replace(/\\(['"`$])/, '$1');
      continue;
    }
    const end = holeEnd(text, from);
    pieces.push(node('string', `"${plain}`));
    plain = '';
    const hole = text.slice(from, end);
    const shown = language.indents ? /^([\s\S]*?)(=?(?:![rsa])?(?::[^'"\])]*)?)$/.exec(hole) : null;
    pieces.push(canonical(readExpression(shown?.[1] ?? hole, language)));
    if (shown?.[2]) pieces.push(node('format', shown[2]));
    from = pattern.lastIndex = end + 1;
  }
  pieces.push(node('string', `"${plain}${text.slice(from)}`));
  return concatenated(pieces);
}

function holeEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && depth === 0) return at;
    else if (text[at] === '}') depth -= 1;
  }
  return text.length;
}

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
