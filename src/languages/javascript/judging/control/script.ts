import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { ScriptControl } from '../../../judging/control/shape.ts';
import { childrenOf, type Node } from '../../code/javascript-nodes.ts';
import { scriptTree } from '../../code/script-tree.ts';
import { assertNames } from './tests.ts';
import { edits, mutationOf } from './values.ts';

export async function javascriptScript(path: string, text: string, mark: string): Promise<ScriptControl | null> {
  const tree = await scriptTree(path, text);
  if (!tree) return null;
  const { program } = tree;
  const asserts = assertNames(program);
  const at = behindImports(program, text);
  const late = Math.max(at, beforeLast(program));
  const placed = (line: string) => applied(text, [{ start: at, end: at, text: `\n${line}\n` }]);
  const changes = changesIn(program, asserts, text);
  const mutated = changes.length > 0 ? applied(text, changes) : null;
  const leaves = applied(text, [{ start: late, end: late, text: '\nprocess.exit(1);\n' }]);
  return { canary: placed(assertion(asserts, mark)), leaves, mutated };
}

/** Before the last thing that the script does itself: what it loads on the way must not have ended it by then. */
function beforeLast(program: Node): number {
  const acts = (node: Node) => !/^(?:Import|Export|Function|Class)/.test(node.type);
  return (program.body as Node[]).findLast(acts)?.start ?? 0;
}

/** With what the script itself asserts with. */
function assertion(asserts: Set<string>, mark: string): string {
  const equal = ['strictEqual', 'equal', 'deepStrictEqual', 'deepEqual'].find((name) => asserts.has(name));
  if (equal !== undefined) return `${equal}(1, 2);`;
  const [name] = [...asserts].filter((one) => /^assert/.test(one));
  return name === undefined ? `throw new Error("${mark}");` : `${name}.equal(1, 2);`;
}

/** The product is loaded then, and has had its chance. */
function behindImports(program: Node, text: string): number {
  const statements = program.body as Node[];
  const loads = (node: Node) =>
    node.type === 'ImportDeclaration' ||
    'directive' in node ||
    (/^(?:Variable|Expression)/.test(node.type) && /\b(?:require|import)\s*\(/.test(text.slice(node.start, node.end)));
  const last = statements.findLast(loads);
  if (!last) return text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  return last.end;
}

function changesIn(node: Node, asserts: Set<string>, text: string): Edit[] {
  const ownEdits =
    node.type === 'CallExpression'
      ? mutationOf(node, asserts, true, text)
      : node.type === 'IfStatement'
        ? compared(node, text)
        : [];
  return ownEdits.length > 0 ? ownEdits : [...childrenOf(node)].flatMap((child) => changesIn(child, asserts, text));
}

/** `if (f() !== 3) process.exit(1)`, or what throws. */
function compared({ test, consequent }: Node, text: string): Edit[] {
  const { type, operator, left, right } = test as Node;
  const { start, end } = consequent as Node;
  const fails = /\bexit\(|\bexitCode\b|\bthrow\b|\bfail/.test(text.slice(start, end));
  if (type !== 'BinaryExpression' || !/^!==?$/.test(String(operator)) || !fails) return [];
  const rightEdits = edits(right as Node);
  return rightEdits.length > 0 ? rightEdits : edits(left as Node);
}
