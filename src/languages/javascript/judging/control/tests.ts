import { isFunction, type Node, rootOf } from '../../code/javascript-nodes.ts';

export const testFunctions = new Set(['test', 'it', 'specify', 'fit', 'ftest']);
export const groupFunctions = new Set(['describe', 'suite', 'context', 'fdescribe']);
/** Tests that pass by failing, or are not run. */
const inverted = new Set(['fails', 'failing', 'todo', 'skip', 'skipIf', 'runIf']);

/** `test('title', …)`, `it.each(…)('title', …)`, and a test inside of a test: `t.test('title', …)`. */
export function titleOf(call: Node, functions: Set<string> = testFunctions): string | null {
  const [first, ...rest] = call.arguments as Node[];
  if (first?.type !== 'Literal' || typeof first.value !== 'string') return null;
  const callee = call.callee as Node;
  const inner = callee.type === 'MemberExpression' && rest.some(isFunction) ? (callee.property as Node).name : null;
  const root = rootOf(callee);
  const named = root?.type === 'Identifier' ? String(root.name) : '';
  return functions.has(named) || (inner !== null && functions.has(String(inner))) ? first.value : null;
}

export const isTestCall = (node: Node): boolean => node.type === 'CallExpression' && titleOf(node) !== null;

export function isInverted(call: Node): boolean {
  const names: string[] = [];
  let at = call.callee as Node | undefined;
  while (at) {
    if (at.type === 'MemberExpression') names.push(String((at.property as Node).name));
    at = (at.object ?? at.callee ?? at.tag) as Node | undefined;
  }
  const options = (call.arguments as Node[]).find((argument) => argument.type === 'ObjectExpression');
  const set = ((options?.properties as Node[] | undefined) ?? []).map((property) =>
    String((property.key as Node | undefined)?.name),
  );
  return [...names, ...set].some((name) => inverted.has(name));
}

/** The names that a file has for an assertion module and for what is in it. */
export function assertNames(program: Node): Set<string> {
  const names = new Set<string>();
  const isAssert = (source: unknown) =>
    /^(?:node:)?assert(?:\/strict)?$|^(?:chai|assume|expect|expect\.js|must|should|unexpected|power-assert)$/.test(
      String(source),
    );
  for (const statement of program.body as Node[]) {
    if (statement.type === 'ImportDeclaration' && isAssert((statement.source as Node).value)) {
      for (const one of statement.specifiers as Node[]) names.add(String((one.local as Node).name));
    }
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations as { id: Node; init: Node | null }[]) {
      const call = init && (rootCall(init) as Node | null);
      if (!call || !isAssert((call.arguments as Node[])[0]?.value)) continue;
      if (id.type === 'Identifier') names.add(String(id.name));
      for (const property of (id.properties as Node[] | undefined) ?? [])
        names.add(String((property.value as Node | undefined)?.name));
    }
  }
  return names;
}

/** `require('x')`, also in `require('x').y`. */
function rootCall(node: Node): Node | null {
  if (node.type === 'MemberExpression') return rootCall(node.object as Node);
  return node.type === 'CallExpression' && (node.callee as Node).name === 'require' ? node : null;
}
