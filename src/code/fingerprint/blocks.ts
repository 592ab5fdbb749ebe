import { isNegative, joined, negated } from './conditions.ts';
import { type Node, node } from './node.ts';

const leaving = new Set(['return', 'throw', 'raise', 'break', 'continue']);

/** The statements of a block, in the one way of writing them that is kept. Their kids are canonical already. */
export function canonicalBlock(kids: Node[]): Node[] {
  const statements: Node[] = [];
  const queue = [...kids];
  while (queue.length > 0) {
    const statement = settled(queue.shift() as Node);
    if (statement.kind === 'name' && statement.text === 'pass' && kids.length > 1) continue;
    const [test, then, other] = statement.kids;
    // Behind a way out, `else` says nothing.
    if (statement.kind === 'if' && test && then && other && leaves(then)) {
      queue.unshift(node('if', '', [test, then]), ...other.kids);
      continue;
    }
    statements.push(statement);
  }
  return returns(statements);
}

/** One way round for each condition. */
function settled(tree: Node): Node {
  if (tree.kind !== 'if') return tree;
  const [test, then, other] = tree.kids as [Node, Node, Node | undefined];
  if (other && other.kids.length === 0) return settled(node('if', '', [test, then]));
  const inner = then.kids[0];
  if (!other && then.kids.length === 1 && inner?.kind === 'if' && inner.kids.length === 2) {
    const list = [test, inner.kids[0] as Node].flatMap((kid) =>
      kid.text === 'and' && kid.kind !== 'name' ? kid.kids : [kid],
    );
    return node('if', '', [joined('and', list), inner.kids[1] as Node]);
  }
  return other && isNegative(test) ? node('if', '', [negated(test), other, then]) : tree;
}

function leaves({ kids }: Node): boolean {
  const last = kids.at(-1);
  return last?.kind === 'return' && leaving.has(last.text);
}

/** `if (c) return a; return b;` is `return c ? a : b`, and a name that is returned at once is its value. */
function returns(kids: Node[]): Node[] {
  const merged = [...kids];
  for (let at = merged.length - 2; at >= 0; at -= 1) {
    const [now, next] = [merged[at] as Node, merged[at + 1] as Node];
    if (next.kind !== 'return' || next.text !== 'return') continue;
    const value = valueReturned(now, next.kids[0]);
    const [test, then] = now.kids;
    const only = now.kind === 'if' && now.kids.length === 2 && then?.kids.length === 1 ? then.kids[0] : undefined;
    if (value) merged.splice(at, 2, node('return', 'return', [value]));
    else if (test && only?.kind === 'return' && only.text === 'return' && only.kids[0] && next.kids[0]) {
      const [one, two] = [only.kids[0], next.kids[0]];
      const either = isNegative(test) ? [negated(test), two, one] : [test, one, two];
      merged.splice(at, 2, node('return', 'return', [node('cond', '', either)]));
    }
  }
  return merged;
}

function valueReturned(tree: Node, returned: Node | undefined): Node | undefined {
  const [target, value] = tree.kids;
  const binds = (tree.kind === 'decl' && tree.kids.length === 2) || (tree.kind === 'assign' && tree.text === '=');
  return binds && target?.kind === 'name' && returned?.kind === 'name' && target.text === returned.text
    ? value
    : undefined;
}
