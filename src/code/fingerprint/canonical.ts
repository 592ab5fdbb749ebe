import { canonicalBlock } from './blocks.ts';
import { isNegative, joined, negated } from './conditions.ts';
import { type Node, node, some } from './node.ts';
import { concatenated, sum } from './texts.ts';

const words: Record<string, string> = { '&&': 'and', '||': 'or', '!': 'not' };
const mirrored: Record<string, string> = { '>': '<', '>=': '<=' };
const commutative = new Set(['*', '==', '!=', '===', '!==', '|', '&', '^']);
const chained = new Set(['and', 'or', '*', '|', '&', '^']);

/**
 * The same tree for what means the same: `a > b` is `b < a`, `x += 1` is `x = x + 1`, an arrow is a function. What may
 * stand in any order becomes a node `any`, which is put into order once its names are known (see `names.ts`).
 */
export function canonical(tree: Node, assignmentBinds: boolean): Node {
  const kids = tree.kids.map((kid) => canonical(kid, assignmentBinds));
  const same = { ...tree, kids };
  switch (tree.kind) {
    case 'binary':
      return binary(words[tree.text] ?? tree.text, kids);
    case 'unary':
      return unary(words[tree.text] ?? tree.text, kids);
    case 'concat':
      return concatenated(kids);
    case 'assign':
      return assign(same, assignmentBinds);
    case 'decl':
      return declaration(same);
    case 'object':
      return object(same);
    case 'set':
      return some(same, ({ kind }) => kind === 'unary' || kind === 'each') ? same : node('any', '{}', kids);
    case 'cond': {
      const [test, then, other] = kids as [Node, Node, Node];
      return isNegative(test) ? node('cond', '', [negated(test), other, then]) : same;
    }
    case 'block':
      return { ...same, kids: canonicalBlock(kids) };
    default:
      return same;
  }
}

function binary(text: string, kids: Node[]): Node {
  const [left, right] = kids as [Node, Node];
  const mirror = mirrored[text];
  if (kids.length !== 2) return node('binary', text, kids);
  if (mirror) return node('binary', mirror, [right, left]);
  if (text === '+') return sum(left, right);
  if (text === '*' || text === '|' || text === '&' || text === '^') {
    const list = kids.flatMap((kid) =>
      kid.kind === 'any' && kid.text === text && chained.has(text) ? kid.kids : [kid],
    );
    return node('any', text, list);
  }
  if (commutative.has(text)) return node('any', text, kids);
  if (text !== 'and' && text !== 'or') return node('binary', text, kids);
  const list = kids.flatMap((kid) =>
    kid.text === text && (kid.kind === 'any' || kid.kind === 'all') ? kid.kids : [kid],
  );
  return joined(text, list);
}

function unary(text: string, kids: Node[]): Node {
  const [value] = kids;
  if (value && text === 'not') return negated(value);
  if (text === '-' && value?.kind === 'number') return node('number', `-${value.text}`);
  return node('unary', text, kids);
}

function assign(tree: Node, assignmentBinds: boolean): Node {
  const [target, value] = tree.kids;
  if (!target || !value) return tree;
  const operator = tree.text.slice(0, -1);
  if (tree.text === ':=') return node('decl', '', [target, value]);
  if (tree.text !== '=') return node('assign', '=', [target, binary(words[operator] ?? operator, [target, value])]);
  const isFunction = assignmentBinds && target.kind === 'name' && value.kind === 'fn';
  return isFunction ? node('function', target.text, [value]) : tree;
}

/** A name for a function is that function, unless it minds how it is called. */
function declaration(tree: Node): Node {
  const [target, value, ...types] = tree.kids;
  if (target?.kind !== 'name' || value?.kind !== 'fn' || types.length > 0) return tree;
  const plain = !some(value, (part) => part.kind === 'name' && /^(?:this|arguments)$/.test(part.text));
  return plain ? node('function', target.text, [value]) : tree;
}

/** Keys may stand in any order, unless their values act. */
function object(tree: Node): Node {
  const acting = tree.kids.filter((kid) => some(kid, (part) => part.kind === 'call')).length;
  const keyed = tree.kids.every((kid) => kid.kind === 'key' || kid.kind === 'pair');
  return keyed && acting <= 1 ? node('any', '{}', tree.kids) : tree;
}
