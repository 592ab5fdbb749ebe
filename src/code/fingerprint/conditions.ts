import { type Node, node, some } from './node.ts';

const opposites: Record<string, string> = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

/** The opposite of a condition. */
export function negated(tree: Node): Node {
  const opposite = opposites[tree.text];
  if ((tree.kind === 'binary' || tree.kind === 'any') && opposite) return node(tree.kind, opposite, tree.kids);
  if (tree.kind === 'binary' && (tree.text === '<' || tree.text === '<='))
    return node('binary', tree.text === '<' ? '<=' : '<', [...tree.kids].reverse());
  if ((tree.kind === 'any' || tree.kind === 'all') && (tree.text === 'and' || tree.text === 'or'))
    return node(tree.kind, tree.text === 'and' ? 'or' : 'and', tree.kids.map(negated));
  if (tree.kind === 'unary' && tree.text === 'not' && tree.kids[0]?.kind !== 'unary' && tree.kids[0])
    return tree.kids[0];
  return node('unary', 'not', [tree]);
}

/** Whether a condition reads better the other way round. */
export function isNegative(tree: Node): boolean {
  if (tree.kind === 'unary') return tree.text === 'not';
  return /^(?:!==?|not in|is not|<=)$/.test(tree.text) && (tree.kind === 'binary' || tree.kind === 'any');
}

const absent = new Set(['null', 'undefined', 'None', 'nil', 'typeof', 'isinstance', 'hasattr']);
const comparing = new Set(['<', '<=', '==', '!=', '===', '!==', 'in', 'not in', 'is', 'is not']);
/** Conditions may change places where none can fail and none guards another. */
export function joined(text: string, list: Node[]): Node {
  const guards = list.some((kid) => some(kid, (part) => absent.has(part.text)));
  const free = list.every((kid) => isPlain(kid, !guards) && comparing.has(kid.text));
  return node(free ? 'any' : 'all', text, list);
}

function isPlain(tree: Node, members: boolean): boolean {
  if (tree.kind === 'member') return members && tree.kids.every((kid) => isPlain(kid, members));
  return (
    ['name', 'number', 'string', 'binary', 'any', 'unary'].includes(tree.kind) &&
    tree.kids.every((kid) => isPlain(kid, members))
  );
}
