import type { Control } from './shape.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const testFunctions = new Set(['test', 'it', 'specify', 'fit', 'ftest']);
const equalities = new Set([
  'equal',
  'equals',
  'eql',
  'eq',
  'strictEqual',
  'deepEqual',
  'deepStrictEqual',
  'toBe',
  'toEqual',
  'toStrictEqual',
  'is',
  'same',
]);

export async function javascriptControl(
  path: string,
  text: string,
  runner: string,
  mark: string,
): Promise<Control | null> {
  const { parseSync } = await import('oxc-parser');
  const lang = /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {};
  const parsed = parseSync(path, text, lang);
  if (parsed.errors.length > 0) return null;
  const edits: Edit[] = [];
  const mutated = new Set<string>();

  visit(parsed.program as unknown as Node, [], (call, tests) => {
    const test = tests.at(-1);
    const expected = test === undefined ? undefined : expectedOf(call);
    const edit = expected && change(expected, text);
    if (!edit || test === undefined) return;
    edits.push(edit);
    mutated.add(test);
  });
  const canary = canaryFor(runner, parsed.module.hasModuleSyntax, mark);
  const changed = edits
    .sort((a, b) => b.start - a.start)
    .reduce((before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end), text);
  return { text: `${changed}\n${canary?.text ?? ''}`, mutated: [...mutated], canary: canary?.name ?? null };
}

/** Every call with the names of the tests around it, innermost last. */
function visit(node: Node, tests: string[], onCall: (call: Node, tests: string[]) => void): void {
  let inside = tests;
  if (node.type === 'CallExpression') {
    onCall(node, tests);
    const title = titleOf(node);
    if (title !== null) inside = [...tests, title];
  }
  for (const child of childrenOf(node)) visit(child, inside, onCall);
}

function titleOf(call: Node): string | null {
  let callee = call.callee as Node;
  while (
    callee.type === 'MemberExpression' ||
    callee.type === 'CallExpression' ||
    callee.type === 'TaggedTemplateExpression'
  ) {
    callee = (callee.object ?? callee.callee ?? callee.tag) as Node;
  }
  const [first] = call.arguments as Node[];
  if (callee.type !== 'Identifier' || !testFunctions.has(String(callee.name)) || first?.type !== 'Literal') return null;
  return typeof first.value === 'string' ? first.value : null;
}

/** The expected value of an equality assertion; nothing for a negated one. */
function expectedOf(call: Node): Node | undefined {
  const callee = call.callee as Node;
  if (callee.type !== 'MemberExpression') return undefined;
  const name = String((callee.property as Node).name);
  if (!equalities.has(name) || isNegated(callee.object as Node)) return undefined;
  const [first, second] = call.arguments as (Node | undefined)[];
  const isMatcher = hasExpect(callee.object as Node);
  if (isMatcher) return first;
  return second && hasLiteral(second) ? second : first && second && hasLiteral(first) ? first : undefined;
}

function isNegated(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  return (node.property as Node).name === 'not' || isNegated(node.object as Node);
}

function hasExpect(node: Node): boolean {
  if (node.type === 'MemberExpression') return hasExpect(node.object as Node);
  return (
    node.type === 'CallExpression' &&
    (node.callee as Node).type === 'Identifier' &&
    /^(expect|should)/.test(String((node.callee as Node).name))
  );
}

const hasLiteral = (node: Node): boolean => change(node, '') !== null;

/** Replaces the first literal of a value by another one of its kind. */
function change(node: Node, source: string): Edit | null {
  const replace = (text: string): Edit => ({ start: node.start, end: node.end, text });
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'number') return replace(Number.isFinite(value) ? `${value + 1}` : '0');
      if (typeof value === 'string') return replace(JSON.stringify(`${value}~`));
      if (typeof value === 'boolean') return replace(String(!value));
      return value === null && !node.regex && !node.bigint ? replace('"~"') : null;
    }
    case 'UnaryExpression':
      return node.operator === '-' ? change(node.argument as Node, source) : null;
    case 'TemplateLiteral':
      return (node.expressions as Node[]).length === 0 ? { start: node.end - 1, end: node.end - 1, text: '~' } : null;
    case 'ArrayExpression': {
      const elements = (node.elements as (Node | null)[]).filter((element) => element !== null);
      return elements.length === 0 ? replace('["~"]') : firstOf(elements, source);
    }
    case 'ObjectExpression': {
      const values = (node.properties as Node[]).flatMap((property) =>
        property.type === 'Property' ? [property.value as Node] : [],
      );
      return (node.properties as Node[]).length === 0 ? replace('{ "~": 1 }') : firstOf(values, source);
    }
    default:
      return null;
  }
}

function firstOf(nodes: Node[], source: string): Edit | null {
  for (const node of nodes) {
    const edit = change(node, source);
    if (edit) return edit;
  }
  return null;
}

function canaryFor(runner: string, isModule: boolean, mark: string): { name: string; text: string } | null {
  const name = `canary ${mark}`;
  const body = `(${JSON.stringify(name)}, () => { throw new Error('canary'); });\n`;
  if (runner === 'node:test') {
    return {
      name,
      text: isModule
        ? `import { test as canary_${mark} } from 'node:test';\ncanary_${mark}${body}`
        : `require('node:test').test${body}`,
    };
  }
  if (runner === 'vitest')
    return { name, text: `import { test as canary_${mark} } from 'vitest';\ncanary_${mark}${body}` };
  return runner === 'jest' || runner === 'mocha' ? { name, text: `it${body}` } : null;
}

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    const candidates = Array.isArray(value) ? value : [value];
    for (const child of candidates) if (isNode(child)) yield child;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
