import type { Control, ControlMaker, ControlRequest } from '../../../judging/control/shape.ts';
import { childrenOf, isFunction, type Node, rootOf } from '../../code/javascript-nodes.ts';
import { scriptTree } from '../../code/script-tree.ts';
import { assertNames, groupFunctions, isInverted, testFunctions, titleOf } from './tests.ts';
import { type Edit, mutationOf } from './values.ts';

export const javascriptControl: ControlMaker = {
  runners: /^(?:node:test|vitest|jest|mocha)$/,
  control,
  callbacks: async (request) => (await import('./callbacks.ts')).callbackControl(request),
};

async function control({ path, text, runner, mark }: ControlRequest): Promise<Control | null> {
  const tree = await scriptTree(path, text);
  if (!tree) return null;
  const { program } = tree;
  const asserts = assertNames(program);
  const edits: Edit[] = [];
  const tests: Test[] = [];

  visit(
    program,
    { names: [], test: null, sure: false },
    {
      onTest: (test) => tests.push(test),
      onCall: (call, { test, sure }, awaited) => {
        const mutation = test && sure ? mutationOf(call, asserts, awaited, text) : [];
        edits.push(...mutation);
        if (test) test.mutated ||= mutation.length > 0;
      },
    },
  );
  const canary = canaryFor(runner, tree.isModule, tests[0]?.title ?? 'works', mark);
  const changed = edits
    .sort((a, b) => b.start - a.start)
    .reduce((before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end), text);
  return {
    text: `${changed}\n${canary.text}`,
    mutated: mutatedNames(tests),
    canaries: [[canary.name]],
    fallback: null,
  };
}

interface Test {
  title: string;
  /** Titles from the outside in, from the first on that can be read. */
  names: string[];
  mutated: boolean;
}

/** Names that only tests with another expected value have. */
function mutatedNames(tests: Test[]): string[][] {
  const plain = tests.filter((test) => !test.mutated);
  return tests
    .filter((test) => test.mutated && !plain.some((one) => endAlike(one.names, test.names)))
    .map(({ names }) => names);
}

/** Whether one could be the other's end, as far as both can be read. */
function endAlike(one: string[], other: string[]): boolean {
  const length = Math.min(one.length, other.length);
  const [left, right] = [one.slice(-length), other.slice(-length)];
  return left.every((name, at) => name === right[at]);
}

/** Where a node stands: in which suites and test, and whether that test cannot pass without getting there. */
interface Path {
  names: string[];
  test: Test | null;
  sure: boolean;
}

interface On {
  onTest(test: Test): void;
  onCall(call: Node, path: Path, awaited: boolean): void;
}

function visit(node: Node, path: Path, on: On, awaited = false): void {
  if (node.type === 'CallExpression') visitCall(node, path, on, awaited);
  else if (node.type === 'BlockStatement' || node.type === 'Program') visitInOrder(node.body as Node[], path, on);
  else {
    const inner = isFunction(node) || mayNotRun.has(node.type) ? { ...path, sure: false } : path;
    const waits = node.type === 'AwaitExpression' || node.type === 'ReturnStatement';
    for (const child of childrenOf(node)) visit(child, inner, on, waits);
  }
}

function visitCall(call: Node, path: Path, on: On, awaited: boolean): void {
  on.onCall(call, path, awaited);
  const body = (call.arguments as Node[]).findLast(isFunction);
  const title = body ? titleOf(call, testFunctions) : null;
  const isSuite = title === null && groupFunctions.has(String(rootOf(call.callee as Node)?.name));
  const inside = title === null ? null : { title, names: [...path.names, title], mutated: false };
  if (inside) on.onTest(inside);
  for (const child of childrenOf(call)) {
    if (child !== body) visit(child, path, on);
    else if (inside)
      visitBody(child, { names: [...path.names, inside.title], test: inside, sure: !isInverted(call) }, on);
    else if (isSuite) visitBody(child, { ...path, names: namesInside(path.names, call) }, on);
    else visit(child, path, on);
  }
}

/** A title that is computed hides those around it too. */
function namesInside(names: string[], suite: Node): string[] {
  const title = titleOf(suite, groupFunctions);
  return title === null ? [] : [...names, title];
}

/** What a function does, as opposed to what it is given. */
function visitBody(fn: Node, path: Path, on: On): void {
  visit(fn.body as Node, path, on, true);
}

/** Behind a way out, nothing is sure to be reached. */
function visitInOrder(statements: Node[], path: Path, on: On): void {
  let { sure } = path;
  for (const statement of statements) {
    visit(statement, { ...path, sure }, on);
    sure &&= !leaves(statement);
  }
}

const mayNotRun = new Set([
  'TryStatement',
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'SwitchStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'ClassBody',
]);

function leaves(node: Node): boolean {
  if (isFunction(node)) return false;
  if (node.type === 'ReturnStatement' || isSkip(node)) return true;
  return [...childrenOf(node)].some(leaves);
}

/** `t.skip()`, `this.skip()`, `ctx.todo()`: what comes then counts for nothing. */
function isSkip(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : null;
  return callee?.type === 'MemberExpression' && /^(?:skip|todo)$/.test(String((callee.property as Node).name));
}

/** A test that fails, and looks like the others: code that is judged must not know it. */
function canaryFor(runner: string, isModule: boolean, like: string, mark: string): { name: string; text: string } {
  const name = `${like
    .replace(/[^\w ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)} ${mark}`.trim();
  const body = `(${JSON.stringify(name)}, () => { throw new Error(${JSON.stringify(mark)}); });\n`;
  if (runner === 'node:test') {
    return {
      name,
      text: isModule
        ? `import { test as test_${mark} } from 'node:test';\ntest_${mark}${body}`
        : `require('node:test').test${body}`,
    };
  }
  if (runner === 'vitest') return { name, text: `import { test as test_${mark} } from 'vitest';\ntest_${mark}${body}` };
  return { name, text: `it${body}` };
}
