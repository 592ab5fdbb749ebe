import { insert, replace } from '../../repair/edits.ts';
import { childrenOf, isFunction, type Node } from '../code/javascript-nodes.ts';
import type { Idea, Site, Template } from './site.ts';

/** What was left out: a `return`, an `await`, the step of a loop; and a way out of a loop that is the other one. */
export const statements: Template = (site) => {
  const { node } = site;
  if (isFunction(node)) return missingReturn(site);
  if (node.type === 'CallExpression') return missingAwait(site);
  if (node.type === 'WhileStatement') return missingStep(site);
  if (node.type === 'BreakStatement' && site.parents.every(({ type }) => type !== 'SwitchStatement'))
    return [{ template: 'way out', weight: 0.45, edits: replace(node, 'continue;') }];
  if (node.type === 'ContinueStatement') return [{ template: 'way out', weight: 0.45, edits: replace(node, 'break;') }];
  return [];
};

function missingReturn({ node, text }: Site): Idea[] {
  const body = node.body as Node | undefined;
  if (body?.type !== 'BlockStatement' || node.generator === true) return [];
  const inside = body.body as Node[];
  const last = inside.at(-1);
  if (!last || last.type === 'ReturnStatement' || returnsAtEnd(last)) return [];
  const answers = givesBack(body);
  const ideas: Idea[] = [];
  if (last.type === 'ExpressionStatement' && !isAssignment(last.expression as Node))
    ideas.push({ template: 'missing return', weight: answers ? 0.7 : 0.95, edits: insert(last.start, 'return ') });
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.start) + 1))?.[0] ?? '';
  for (const name of localsOf(inside).slice(-2).reverse())
    ideas.push({
      template: 'missing return',
      weight: answers ? 0.6 : 0.9,
      edits: insert(last.end, `\n${indent}return ${name};`),
    });
  return ideas;
}

/** `while (i < n) { … }`, where nothing changes `i`. */
function missingStep({ node, text }: Site): Idea[] {
  const [test, body] = [node.test as Node, node.body as Node];
  const last = body.type === 'BlockStatement' ? (body.body as Node[]).at(-1) : undefined;
  const counter = test.type === 'BinaryExpression' ? (test.left as Node) : undefined;
  if (!last || counter?.type !== 'Identifier' || !/^[<>]=?$/.test(String(test.operator))) return [];
  if (isWritten(String(counter.name), body)) return [];
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.start) + 1))?.[0] ?? '';
  const step = `${counter.name} ${String(test.operator).startsWith('<') ? '+=' : '-='} 1;`;
  return [{ template: 'missing step', weight: 0.95, edits: insert(last.end, `\n${indent}${step}`) }];
}

function isWritten(name: string, node: Node): boolean {
  const to = (isAssignment(node) ? (node.left ?? node.argument) : undefined) as Node | undefined;
  return (
    (to?.type === 'Identifier' && to.name === name) || [...childrenOf(node)].some((child) => isWritten(name, child))
  );
}

const isAssignment = ({ type }: Node): boolean => type === 'AssignmentExpression' || type === 'UpdateExpression';
const returnsAtEnd = ({ type }: Node): boolean => type === 'ThrowStatement' || type === 'SwitchStatement';

function givesBack(node: Node): boolean {
  if (node.type === 'ReturnStatement') return node.argument !== null;
  return [...childrenOf(node)].some((child) => !isFunction(child) && givesBack(child));
}

function localsOf(inside: Node[]): string[] {
  return inside
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Node[])
    .map(({ id }) => id as Node)
    .filter(({ type }) => type === 'Identifier')
    .map(({ name }) => String(name));
}

/** Inside an async function, a call that nobody waits for. */
function missingAwait({ node, parent, fn }: Site): Idea[] {
  if (fn?.async !== true || parent.type === 'AwaitExpression') return [];
  if (/^(?:then|catch|finally)$/.test(String(((node.callee as Node).property as Node | undefined)?.name))) return [];
  const inner = parent.type === 'MemberExpression' || parent.type === 'ChainExpression';
  const edits = inner ? [...insert(node.start, '(await '), ...insert(node.end, ')')] : insert(node.start, 'await ');
  return [{ template: 'missing await', weight: 0.8, edits }];
}
