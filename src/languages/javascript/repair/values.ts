import { type Edit, insert, replace } from '../../repair/edits.ts';
import { isFunction, type Node } from '../code/javascript-nodes.ts';
import { declaredIn } from './names.ts';
import type { Idea, Site, Template } from './site.ts';

/** Another value: a part of it, a call more or less, a step further, the other way round, what a name knows. */
export const values: Template = (site) => {
  const { node } = site;
  switch (node.type) {
    case 'BinaryExpression':
      return [...partOf(site), ...turned(site), ...bounded(site), ...grouped(site), ...apart(site)];
    case 'LogicalExpression':
      return chained(site);
    case 'ConditionalExpression':
      return [node.consequent as Node, node.alternate as Node].map((part) => keepPart(site, part, 0.35));
    case 'CallExpression':
      return [...uncalled(site), ...called(site), ...renamed(site)];
    case 'MemberExpression':
      return [...called(site), ...renamed(site)];
    case 'Identifier':
      return [...called(site), ...stepped(site), ...sliced(site)];
    case 'AssignmentExpression':
      return accumulated(site);
    case 'ReturnStatement':
      return answers(site);
    default:
      return [];
  }
};

const idea = (template: string, weight: number, edits: Edit[]): Idea => ({ template, weight, edits });
const textIn = ({ text }: Site, { start, end }: Node): string => text.slice(start, end);
const keepPart = (site: Site, part: Node, weight: number): Idea =>
  idea('part left out', weight, replace(site.node, textIn(site, part)));

/** What the functions around declare, the nearest first. */
export const namesAt = ({ parents }: Pick<Site, 'parents'>): string[] => [
  ...new Set(parents.filter(isFunction).reverse().slice(0, 3).flatMap(declaredIn)),
];

function partOf(site: Site): Idea[] {
  const { node } = site;
  if (/[<>=!]|^in/.test(String(node.operator).replace(/^(?:<<|>>>?)$/, ''))) return [];
  return [node.left as Node, node.right as Node].map((part) => keepPart(site, part, 0.5));
}

/** How far two things are from each other has no sign. */
function apart({ node, parent }: Site): Idea[] {
  const isPart = parent.type === 'BinaryExpression' && /^[-+*/%]$/.test(String(parent.operator));
  if (node.operator !== '-' || isPart || parent.type === 'MemberExpression' || isFunction(parent)) return [];
  return [idea('missing call', 0.45, [...insert(node.start, 'Math.abs('), ...insert(node.end, ')')])];
}

/** Every `&&` of a chain as `||`, and the other way round. */
function chained({ node, parent, text }: Site): Idea[] {
  if (parent.type === 'LogicalExpression' || node.operator === '??') return [];
  const links: { start: number; end: number }[] = [];
  const look = (one: Node): void => {
    if (one.type !== 'LogicalExpression' || one.operator !== node.operator) return;
    const start = text.indexOf(String(one.operator), (one.left as Node).end);
    links.push({ start, end: start + 2 });
    look(one.left as Node);
    look(one.right as Node);
  };
  look(node);
  const other = node.operator === '&&' ? '||' : '&&';
  return links.length > 1
    ? [
        idea(
          'operator',
          0.55,
          links.flatMap((link) => replace(link, other)),
        ),
      ]
    : [];
}

/** Texts have an order. */
function turned(site: Site): Idea[] {
  const [left, right] = [site.node.left as Node, site.node.right as Node];
  if (site.node.operator !== '+' || right.type === 'BinaryExpression') return [];
  const edits = [...replace(left, textIn(site, right)), ...replace(right, textIn(site, left))];
  return [idea('order of operands', 0.4, edits)];
}

/** `x === 0` as `x <= 1`. */
function bounded({ node }: Site): Idea[] {
  const [left, right] = [node.left as Node, node.right as Node];
  if (!/^[=!]==?$/.test(String(node.operator)) || typeof right.value !== 'number') return [];
  const other = `${String(node.operator).startsWith('=') ? '<=' : '>'} ${right.value + 1}`;
  return [{ ...idea('boundary', 0.4, replace({ start: left.end, end: right.end }, ` ${other}`)), reckoned: true }];
}

/** `a * b + c` as `a * (b + c)`. */
function grouped(site: Site): Idea[] {
  const { node, parent } = site;
  const isInner = parent.type === 'BinaryExpression' && parent.left === node && /^[-+]$/.test(String(parent.operator));
  if (!isInner || !/^[*/%]$/.test(String(node.operator))) return [];
  const [right, other] = [node.right as Node, parent.right as Node];
  return [idea('brackets', 0.35, [...insert(right.start, '('), ...insert(other.end, ')')])];
}

/** `f(x)` as `x`, and `x.f()` as `x`. */
function uncalled(site: Site): Idea[] {
  const { node } = site;
  const callee = node.callee as Node;
  const parts = (node.arguments as Node[])
    .slice(0, 2)
    .filter((part) => !isFunction(part) && part.type !== 'SpreadElement');
  const receiver = callee.type === 'MemberExpression' ? [callee.object as Node] : [];
  return [...parts, ...receiver]
    .filter(({ type, name }) => !(type === 'Identifier' && /^[A-Z]/.test(String(name))))
    .map((part) => idea('call left out', 0.4, replace(node, textIn(site, part))));
}

const around = ['Math.abs', 'Math.floor', 'Math.ceil', 'Math.round', 'Number', 'String'];
const behind = [
  ...['.length', '.sort()', '.sort((a, b) => a - b)', '.reverse()', '.toLowerCase()', '.trim()'],
  ...['.slice(1)', '.slice(0, -1)'],
];
const unlike = ['.toLowerCase()', '.trim()', '.length', '.sort()'];

/** A call that is missing: around what is returned or kept, or behind it; behind what is passed on. */
function called(site: Site): Idea[] {
  const { node, parent } = site;
  const isArgument = /^(?:Call|New)Expression$/.test(parent.type) && parent.callee !== node;
  if (isArgument && (node.type !== 'Identifier' || namesAt(site).includes(String(node.name))))
    return [
      ...unlike.map((more) => idea('missing call', 0.24, insert(node.end, more))),
      idea('missing call', 0.22, replace(node, `[...new Set(${textIn(site, node)})]`)),
    ];
  if (parent.type === 'MemberExpression' && parent.object === node && isSorted(site))
    return [idea('missing call', 0.25, replace(node, `[...new Set(${textIn(site, node)})]`))];
  const isKept =
    parent.type === 'ReturnStatement' ||
    (parent.type === 'VariableDeclarator' && parent.init === node) ||
    (parent.type === 'AssignmentExpression' && parent.right === node) ||
    (parent.type === 'BinaryExpression' && /^[<>=!]/.test(String(parent.operator)));
  if (!isKept) return [];
  return [
    ...around.map((name) => idea('missing call', 0.3, [...insert(node.start, `${name}(`), ...insert(node.end, ')')])),
    ...behind.map((more) => idea('missing call', 0.28, insert(node.end, more))),
  ];
}

function isSorted({ parent, parents }: Site): boolean {
  const call = parents.at(-2);
  return (
    call?.type === 'CallExpression' &&
    call.callee === parent &&
    /^(?:sort|map|filter|reverse)$/.test(String((parent.property as Node).name))
  );
}

/** What a name of the scope knows, for a call or a property. */
function renamed(site: Site): Idea[] {
  const { node, parent } = site;
  const isCallee = parent.type === 'CallExpression' && parent.callee === node;
  const isTarget = parent.type === 'AssignmentExpression' && parent.left === node;
  if (isCallee || isTarget || parent.type === 'MemberExpression' || parent.type === 'ExpressionStatement') return [];
  return namesAt(site)
    .slice(0, 8)
    .map((name) => idea('variable', 0.28, replace(node, name)));
}

/** A name that is passed on, one further, or by what another name says. */
function stepped(site: Site): Idea[] {
  const { node, parent } = site;
  const isArgument = parent.type === 'CallExpression' && parent.callee !== node;
  const names = namesAt(site);
  if (!isArgument || !names.includes(String(node.name))) return [];
  const ones = [' + 1', ' - 1'].map((more) => ({
    ...idea('off by one', 0.45, insert(node.end, more)),
    reckoned: true,
  }));
  const others = names
    .filter((name) => name !== node.name)
    .slice(0, 6)
    .flatMap((name) => ['-', '+'].map((sign) => idea('sum', 0.22, insert(node.end, ` ${sign} ${name}`))));
  return [...ones, ...others];
}

/** A sequence without its first or its last. */
function sliced(site: Site): Idea[] {
  const { node, parent } = site;
  const isArgument = parent.type === 'CallExpression' && parent.callee !== node;
  const isIterated = parent.type === 'ForOfStatement' && parent.right === node;
  if (!(isArgument || isIterated) || !namesAt(site).includes(String(node.name))) return [];
  const froms = namesAt(site)
    .filter((name) => name !== node.name)
    .slice(0, 4)
    .flatMap((name) => [`.slice(${name})`, `.slice(0, ${name})`]);
  return [
    ...['.slice(1)', '.slice(0, -1)'].map((more) => idea('slice', 0.3, insert(node.end, more))),
    ...froms.map((more) => idea('slice', 0.24, insert(node.end, more))),
  ];
}

/** `x = value` as `x = Math.max(x, value)`, and added to what it was. */
function accumulated(site: Site): Idea[] {
  const [left, right] = [site.node.left as Node, site.node.right as Node];
  if (site.node.operator !== '=' || left.type !== 'Identifier') return [];
  const [name, value] = [String(left.name), textIn(site, right)];
  const others = [
    `Math.max(${name}, ${value})`,
    `Math.min(${name}, ${value})`,
    `Math.max(0, ${value})`,
    `${name} + ${value}`,
  ];
  return others.map((other) => idea('accumulated', 0.35, replace(right, other)));
}

/** An answer that leaves out what a name knows. */
function answers(site: Site): Idea[] {
  const value = site.node.argument as Node | null;
  if (!value) return [];
  const names = namesAt(site).slice(0, 8);
  if (typeof value.value === 'boolean')
    return names.flatMap((name) =>
      [`${name} === 0`, `!${name}`, `${name} > 0`, `${name}.length === 0`].map((other, at) =>
        idea('answer', 0.33 - 0.02 * at, replace(value, other)),
      ),
    );
  if (value.type === 'ArrayExpression' && (value.elements as Node[]).length === 0)
    return ['[]', ...names].map((name) => idea('value held', 0.3, replace(value, `[${name}]`)));
  return names
    .filter((name) => name !== textIn(site, value))
    .flatMap((name) => [
      idea('variable', 0.25, replace(value, name)),
      idea('answer', 0.22, insert(value.start, `${name} + `)),
    ]);
}
