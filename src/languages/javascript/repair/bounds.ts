import { insert, replace } from '../../repair/edits.ts';
import type { Node } from '../code/javascript-nodes.ts';
import { isWholeAnswer } from './conditions.ts';
import type { Idea, Site, Template } from './site.ts';

/** One too many or too few: numbers, indices, lengths, ends of loops and of slices. */
export const bounds: Template = (site) => {
  const { node } = site;
  if (node.type === 'Literal') return [...numbers(site), ...texts(site)];
  if (node.type === 'BinaryExpression') return [...withoutOne(site), ...ends(site)];
  if (node.type === 'MemberExpression') return [...indices(site), ...lengths(site)];
  return node.type === 'CallExpression' ? slices(site) : [];
};

function numbers(site: Site): Idea[] {
  const { node, parent } = site;
  const { value } = node;
  if (typeof value !== 'number' || !Number.isInteger(value) || isWholeAnswer(site) || isKey(node, parent)) return [];
  if (parent.type === 'BinaryExpression' && isNumber(parent.left) && isNumber(parent.right)) return [];
  const negative = parent.type === 'UnaryExpression' && parent.operator === '-';
  const others = value === 0 ? ['1'] : [value + 1, value - 1].map(String);
  const plain = others.map((other) => ({
    template: 'constant',
    weight: 0.6,
    reckoned: isOperand(node, parent),
    edits: replace(node, other),
  }));
  return negative
    ? [...plain, { template: 'constant', weight: 0.55, edits: replace(parent, String(value)) }]
    : value === 1
      ? [...plain, { template: 'constant', weight: 0.45, edits: replace(node, '-1') }]
      : plain;
}

/** What joins and splits. */
function texts(site: Site): Idea[] {
  const { node, parent } = site;
  if (isWholeAnswer(site) || isKey(node, parent) || parent.type === 'ImportExpression') return [];
  const other = node.value === '' ? ' ' : node.value === ' ' ? '' : null;
  return other === null ? [] : [{ template: 'constant', weight: 0.45, edits: replace(node, `'${other}'`) }];
}

/** `x + 1` and `x - 1` as `x`. */
function withoutOne({ node, text }: Site): Idea[] {
  const [left, right] = [node.left as Node, node.right as Node];
  if (!/^[-+]$/.test(String(node.operator)) || right.type !== 'Literal' || typeof right.value !== 'number') return [];
  return [{ template: 'off by one', weight: 0.6, edits: replace(node, text.slice(left.start, left.end)) }];
}

function ends({ node }: Site): Idea[] {
  const right = node.right as Node;
  const isSum = right.type === 'BinaryExpression' && /^[-+]$/.test(String(right.operator));
  if (!/^[<>]=?$/.test(String(node.operator)) || !(isPlain(right) || isSum)) return [];
  return [' - 1', ' + 1'].map((more) => ({ template: 'off by one', weight: 0.4, edits: insert(right.end, more) }));
}

function indices({ node }: Site): Idea[] {
  const index = node.property as Node;
  const isSum = index.type === 'BinaryExpression' && /^[-+]$/.test(String(index.operator));
  if (node.computed !== true || !(isPlain(index) || isSum)) return [];
  return [' - 1', ' + 1'].map((more) => ({ template: 'off by one', weight: 0.55, edits: insert(index.end, more) }));
}

function lengths({ node, parent }: Site): Idea[] {
  const name = String((node.property as Node).name);
  if (node.computed === true || !/^(?:length|size)$/.test(name)) return [];
  if (parent.type === 'BinaryExpression' && /^[-+<>]=?$/.test(String(parent.operator))) return [];
  return [{ template: 'off by one', weight: 0.5, edits: insert(node.end, ' - 1') }];
}

function slices({ node }: Site): Idea[] {
  const name = String(((node.callee as Node).property as Node | undefined)?.name);
  if (!/^(?:slice|splice|substring|substr|at|charAt|Array|padStart|padEnd|repeat|fill)$/.test(name)) return [];
  return (node.arguments as Node[])
    .filter((argument) => isPlain(argument) || /^(?:Unary|Binary)Expression$/.test(argument.type))
    .flatMap((argument) =>
      [' + 1', ' - 1'].map((more) => ({ template: 'off by one', weight: 0.5, edits: insert(argument.end, more) })),
    );
}

/** Numbers alone make an answer. */
const isNumber = (side: unknown): boolean => typeof (side as Node).value === 'number';
const isPlain = ({ type }: Node): boolean => /^(?:Identifier|MemberExpression)$/.test(type);

/** Compared, reckoned with, or an index. */
function isOperand(node: Node, parent: Node): boolean {
  if (parent.type === 'MemberExpression') return parent.computed === true && parent.property === node;
  return parent.type === 'BinaryExpression' && /^(?:[<>]=?|[-+*/%])$/.test(String(parent.operator));
}
const isKey = (node: Node, parent: Node): boolean => parent.type === 'Property' && parent.key === node;
