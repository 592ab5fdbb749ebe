import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { Control, ControlRequest } from '../../../judging/control/shape.ts';
import { childrenOf, isFunction, type Node } from '../../code/javascript-nodes.ts';
import { scriptTree } from '../../code/script-tree.ts';
import { assertNames, isInverted, isTestCall, titleOf } from './tests.ts';
import { isAssertion } from './values.ts';

/**
 * A copy in which the first assertion of every function that a test hands out fails when it is reached. A test that
 * passes all the same was given its own failure back by nobody: the code under test has caught it. A test that does not get
 * there fails at its end, as it must.
 */
export async function callbackControl({ path, text, runner, mark }: ControlRequest): Promise<Control | null> {
  if (/\.concurrent\b/.test(text)) return null;
  const tree = await scriptTree(path, text);
  if (!tree) return null;
  const { program } = tree;
  const asserts = assertNames(program);
  const edits: Edit[] = [];
  const names: string[] = [];
  visit(program);
  if (names.length === 0) return null;
  const typed = /\.[cm]?tsx?$/.test(path);
  return {
    text: `${typed ? '// @ts-nocheck\n' : ''}${applied(text, edits)}\n${helpers(mark)}`,
    mutated: [...new Set(names)].map((name) => [name]),
    canaries: [],
    fallback: null,
  };

  function visit(node: Node): void {
    const title = isTestCall(node) ? titleOf(node) : null;
    const body = title === null ? undefined : (node.arguments as Node[]).findLast(isFunction);
    if (title !== null && body && !isInverted(node)) take(title, body);
    else for (const child of childrenOf(node)) visit(child);
  }

  function take(title: string, test: Node): void {
    // A parameter may be a callback that ends the test, or name what the runner has to prepare.
    if ((test.params as Node[]).length > 0 && runner !== 'node:test') return;
    const callbacks = handedOut(test.body as Node);
    if (callbacks.length === 0) return;
    names.push(title);
    edits.push({ start: test.start, end: test.start, text: `guard_${mark}(` });
    edits.push({ start: test.end, end: test.end, text: ')' });
    for (const { start, end } of callbacks) {
      edits.push({ start, end: start, text: `(throw_${mark}(), ` });
      edits.push({ start: end, end, text: ')' });
    }
  }

  /** The first assertion of each function inside, but for those that are expected to throw or that the test catches. */
  function handedOut(node: Node): Node[] {
    if (isTestCall(node) || isAssertion(node, asserts) || (node.type === 'TryStatement' && node.handler)) return [];
    const first = isFunction(node) ? firstAssertion(node.body as Node) : null;
    return first ? [first] : [...childrenOf(node)].flatMap(handedOut);
  }

  function firstAssertion(node: Node): Node | null {
    if (isFunction(node) || (node.type === 'TryStatement' && node.handler)) return null;
    if (isAssertion(node, asserts)) return node;
    for (const child of childrenOf(node)) {
      const assertion = firstAssertion(child);
      if (assertion) return assertion;
    }
    return null;
  }
}

const helpers = (mark: string): string => `
function throw_${mark}() {
  guard_${mark}.thrown = true;
  throw new Error(${JSON.stringify(mark)});
}
function guard_${mark}(test) {
  return async function (...given) {
    guard_${mark}.thrown = false;
    await test.apply(this, given);
    if (!guard_${mark}.thrown) throw new Error(${JSON.stringify(mark)});
  };
}
`;
