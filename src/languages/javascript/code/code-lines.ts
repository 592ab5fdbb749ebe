import { parseScript } from './script-tree.ts';

/** The lines on which something to execute starts; null where the file does not parse. */
export async function scriptLines(path: string, text: string): Promise<Set<number> | null> {
  const parsed = await parseScript(path, text);
  if (!parsed || parsed.errors.length > 0) return null;
  const { Visitor } = await import('oxc-parser');
  const starts = new Set<number>();
  const add = (node: { start: number }) => {
    starts.add(node.start);
  };
  new Visitor({
    ExpressionStatement: add,
    VariableDeclaration: (node) => (node.declare ? undefined : add(node)),
    ReturnStatement: add,
    IfStatement: add,
    ForStatement: add,
    ForInStatement: add,
    ForOfStatement: add,
    WhileStatement: add,
    DoWhileStatement: add,
    SwitchStatement: add,
    SwitchCase: add,
    ThrowStatement: add,
    BreakStatement: add,
    ContinueStatement: add,
    ArrowFunctionExpression: (node) => (node.expression ? add(node.body) : undefined),
    PropertyDefinition: (node) => (node.value ? add(node) : undefined),
  }).visit(parsed.program);
  return linesAt(text, starts);
}

function linesAt(text: string, offsets: Set<number>): Set<number> {
  const lines = new Set<number>();
  let [line, at] = [1, 0];
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    line += text.slice(at, offset).split('\n').length - 1;
    at = offset;
    lines.add(line);
  }
  return lines;
}
