import { type Node, rootOf } from '../../code/javascript-nodes.ts';

export interface Edit {
  start: number;
  end: number;
  text: string;
}

const equalities = new Set([
  ...['equal', 'equals', 'eql', 'eq', 'strictEqual', 'deepEqual', 'deepStrictEqual', 'is', 'same'],
  ...['toBe', 'toEqual', 'toStrictEqual'],
]);
/** Matchers alone: what they are given need not be the whole value. */
const matchers = new Set(['toMatchObject', 'toHaveLength', 'toContain', 'toContainEqual', 'toThrow', 'toThrowError']);
const snapshots = new Set(['toMatchSnapshot', 'toMatchInlineSnapshot']);
const truths = new Set(['ok', 'assert']);
const throwing = new Set(['throws', 'rejects']);
const usual = /^(?:assert\w*|t|tap|ctx|context|chai)$/;

/**
 * The edits after which an assertion must fail: another expected value, or another value for a snapshot. None for an
 * assertion that is negated, that nobody waits for, or that expects nothing that is written down.
 */
export function mutationOf(call: Node, asserts: Set<string>, awaited: boolean, text: string): Edit[] {
  const callee = call.callee as Node;
  const args = call.arguments as Node[];
  if (callee.type === 'Identifier') {
    return asserts.has(String(callee.name)) ? asserted(String(callee.name), args) : [];
  }
  if (callee.type !== 'MemberExpression' || callee.computed === true) return [];
  const name = String((callee.property as Node).name);
  const chain = namesIn(callee.object as Node);
  const root = rootOf(callee);
  const expected = expectCall(callee.object as Node);
  if (expected || chain.includes('should')) {
    if (chain.includes('not') || (!awaited && /resolves|rejects|eventually/.test(chain.join(' ')))) return [];
    if (expected && snapshots.has(name)) return wrapped(expected, text);
    return equalities.has(name) || matchers.has(name) ? edits(args[0]) : [];
  }
  const isAssertion = root?.type === 'Identifier' && (asserts.has(String(root.name)) || usual.test(String(root.name)));
  if (!isAssertion || (throwing.has(name) && name === 'rejects' && !awaited)) return [];
  return asserted(name, args);
}

/** Whether a call asserts something: `assert.equal(…)`, `expect(…).toBe(…)`, `t.is(…)`. */
export function isAssertion(node: Node, asserts: Set<string>): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  const root = rootOf(callee);
  const name = root?.type === 'Identifier' ? String(root.name) : '';
  if (callee.type !== 'MemberExpression') return asserts.has(name) || name === 'assert';
  if (asserts.has(name) || /^(?:expect\w*|assert\w*|assume|must|should|chai)$/.test(name)) return true;
  return usual.test(name) && !/^(?:test|it|skip|todo|diagnostic|plan|mock|after|before)/.test(nameOf(callee));
}

const nameOf = (member: Node): string => String((member.property as Node).name);

function asserted(name: string, args: Node[]): Edit[] {
  const [first, second] = args;
  if (throwing.has(name)) return second?.type === 'ObjectExpression' ? edits(second) : [];
  if (truths.has(name)) return compared(first);
  if (!equalities.has(name) || !first || !second) return [];
  const secondEdits = edits(second);
  return secondEdits.length > 0 ? secondEdits : edits(first);
}

/** `value === 3` as a truth. */
function compared(node: Node | undefined): Edit[] {
  if (node?.type !== 'BinaryExpression' || !/^={2,3}$/.test(String(node.operator))) return [];
  const rightEdits = edits(node.right as Node);
  return rightEdits.length > 0 ? rightEdits : edits(node.left as Node);
}

/** `expect(value)` in front of matchers. */
function expectCall(node: Node): Node | null {
  if (node.type === 'MemberExpression') return expectCall(node.object as Node);
  const { callee } = node as { callee?: Node };
  return node.type === 'CallExpression' && callee?.type === 'Identifier' && /^expect/.test(String(callee.name))
    ? node
    : null;
}

function wrapped(call: Node, text: string): Edit[] {
  const [value] = call.arguments as (Node | undefined)[];
  if (!value || value.type === 'SpreadElement') return [];
  return [{ start: value.start, end: value.end, text: `["~", ${text.slice(value.start, value.end)}]` }];
}

function namesIn(node: Node): string[] {
  if (node.type === 'CallExpression') return namesIn(node.callee as Node);
  if (node.type !== 'MemberExpression') return [];
  return [...namesIn(node.object as Node), String((node.property as Node).name)];
}

/** Another literal in a value that is written out; none where there is none. */
export function edits(node: Node | undefined): Edit[] {
  const edit = node ? change(node) : null;
  return edit ? [edit] : [];
}

/** Replaces the first literal of a value by another one of its kind. */
function change(node: Node): Edit | null {
  const replace = (text: string): Edit => ({ start: node.start, end: node.end, text });
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'number') return replace(value + 1 > value ? `${value + 1}` : '0');
      if (typeof value === 'string') return replace(JSON.stringify(`${value}~`));
      if (typeof value === 'boolean') return replace(String(!value));
      return value === null && !node.regex && !node.bigint ? replace('"~"') : null;
    }
    case 'UnaryExpression':
      return node.operator === '-' ? change(node.argument as Node) : null;
    case 'TemplateLiteral':
      return (node.expressions as Node[]).length === 0 ? { start: node.end - 1, end: node.end - 1, text: '~' } : null;
    case 'ArrayExpression': {
      const elements = (node.elements as (Node | null)[]).filter((element) => element !== null);
      return elements.length === 0 ? replace('["~"]') : firstOf(elements);
    }
    case 'ObjectExpression': {
      const properties = node.properties as Node[];
      // What is spread in later may replace what stands before it.
      const last = properties.slice(properties.findLastIndex((property) => property.type !== 'Property') + 1);
      return properties.length === 0 ? replace('{ "~": 1 }') : firstOf(last.map((property) => property.value as Node));
    }
    default:
      return null;
  }
}

function firstOf(nodes: Node[]): Edit | null {
  for (const node of nodes) {
    const edit = change(node);
    if (edit) return edit;
  }
  return null;
}
