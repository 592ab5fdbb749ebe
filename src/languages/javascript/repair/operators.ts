import { type Edit, replace } from '../../repair/edits.ts';
import { isOrdered, meantBy, weightOf } from '../../repair/operators.ts';
import { isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** Another operator, or its sides the other way round. */
export const operators: Template = (site) => {
  switch (site.node.type) {
    case 'BinaryExpression':
      return [...swapped(site), ...turned(site), ...compared(site)];
    case 'LogicalExpression':
      return swapped(site);
    case 'AssignmentExpression':
      return site.node.operator === '=' ? added(site) : swapped(site);
    case 'UpdateExpression':
      return updated(site);
    default:
      return [];
  }
};

function swapped(site: Site): Idea[] {
  const place = operatorOf(site);
  const operator = String(site.node.operator);
  return meantBy(operator)
    .filter((other) => !(mixes(site, other) || isText(site, other) || isEmpty(site, other) || asksDivides(site)))
    .map((other) => ({ template: 'operator', weight: weightOf(operator, other), edits: replace(place, other) }));
}

/** `a - b` as `b - a`. */
function turned({ node, text }: Site): Idea[] {
  const [left, right] = [node.left as Node, node.right as Node];
  if (!isOrdered(String(node.operator)) || right.type === 'Literal' || left.type === 'BinaryExpression') return [];
  if (right.type === 'BinaryExpression') return [];
  const edits: Edit[] = [
    { start: left.start, end: left.end, text: text.slice(right.start, right.end) },
    { start: right.start, end: right.end, text: text.slice(left.start, left.end) },
  ];
  return [{ template: 'order of operands', weight: 0.6, edits }];
}

/** `sort((a, b) => a < b)` tells the order by a truth, which is never below zero. */
function compared({ node, parents, text }: Site): Idea[] {
  const operator = String(node.operator);
  if (!/^[<>]=?$/.test(operator)) return [];
  const at = parents.findLastIndex(isFunction);
  const call = parents[at - 1];
  const callee = call?.type === 'CallExpression' ? (call.callee as Node) : null;
  if (!/^(?:sort|toSorted)$/.test(String((callee?.property as Node | undefined)?.name))) return [];
  const [left, right] = [node.left as Node, node.right as Node].map((side) => text.slice(side.start, side.end));
  const [first, second] = operator.startsWith('>') ? [left, right] : [right, left];
  return [
    { template: 'comparator', weight: 1.2, edits: replace(node, `${first} - ${second}`) },
    { template: 'comparator', weight: 1.1, edits: replace(node, `${second} - ${first}`) },
  ];
}

/** `total = price` in a loop, where it was to be added. */
function added(site: Site): Idea[] {
  const loops = site.parents.some(({ type }) => /^(?:For|While|DoWhile)/.test(type));
  if (!loops || (site.node.left as Node).type !== 'Identifier') return [];
  return [{ template: 'operator', weight: 0.6, edits: replace(operatorOf(site), '+=') }];
}

function updated({ node, text }: Site): Idea[] {
  const other = node.operator === '++' ? '--' : '++';
  const start = text.indexOf(String(node.operator), node.start);
  return [{ template: 'operator', weight: 0.5, edits: replace({ start, end: start + 2 }, other) }];
}

/** `??` and `||` cannot stand beside each other without brackets. */
function mixes({ node, parent }: Site, other: string): boolean {
  const sides = [node.left as Node, node.right as Node, parent].filter(({ type }) => type === 'LogicalExpression');
  return sides.some((side) => (other === '??') !== (side.operator === '??'));
}

/** `x >= 1 || x <= 9` holds of every number; one part of `x >= 1 && x >= 9` says nothing. */
function isEmpty({ node, parent, text }: Site, other: string): boolean {
  const isWhole = node.type === 'LogicalExpression';
  const whole = isWhole ? node : parent;
  if (whole.type !== 'LogicalExpression') return false;
  const operator = isWhole ? other : String(whole.operator);
  const [one, two] = [whole.left as Node, whole.right as Node].map((side) => {
    const [left, right] = [side.left as Node | undefined, side.right as Node | undefined];
    const compares = side === node ? other : String(side.operator);
    if (!left || !right || typeof right.value !== 'number' || !/^[<>]=?$/.test(compares)) return null;
    return { of: text.slice(left.start, left.end), isLower: compares.startsWith('>'), bound: right.value };
  });
  if (!one || !two || one.of !== two.of) return false;
  if (one.isLower === two.isLower) return true;
  const [low, high] = one.isLower ? [one.bound, two.bound] : [two.bound, one.bound];
  return operator === '||' ? low <= high : low > high;
}

/** `x % n === 0` asks whether it divides: no other operator is meant there. */
const asksDivides = ({ node, parent }: Site): boolean =>
  node.operator === '%' && /^[!=]==?$/.test(String(parent.operator)) && (parent.right as Node).value === 0;

/** Texts are only joined. */
function isText({ node }: Site, other: string): boolean {
  const isString = (side: Node) =>
    side.type === 'TemplateLiteral' || (side.type === 'Literal' && typeof side.value === 'string');
  return node.operator === '+' && /^[-*]$/.test(other) && (isString(node.left as Node) || isString(node.right as Node));
}

function operatorOf({ node, text }: Site): { start: number; end: number } {
  const operator = String(node.operator);
  const start = text.indexOf(operator, (node.left as Node).end);
  return { start, end: start + operator.length };
}
