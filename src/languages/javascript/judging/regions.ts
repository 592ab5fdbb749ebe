import { applied, type Edit } from '../../../code/lexemes/literals.ts';
import type { Regions } from '../../judging/regions/shape.ts';
import { childrenOf, type Node } from '../code/javascript-nodes.ts';
import { nestsDeeply } from '../code/script-tree.ts';

interface Block {
  start: number;
  end: number;
  /** The condition and what is done otherwise. */
  frame: string;
  statements: { label: string; text: string }[];
}

interface Parsed {
  blocks: Block[];
  /** How often `import.meta.vitest` stands elsewhere. */
  uses: number;
}

/** Blocks behind `if (import.meta.vitest)`, which hold tests of the file that they are in. */
export async function javascriptRegions(path: string): Promise<Regions> {
  const { parseSync } = await import('oxc-parser');
  const lang = /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {};
  const nothing: Parsed = { blocks: [], uses: 0 };
  const read = (text: string): Parsed =>
    nestsDeeply(text) ? nothing : parsedIn(parseSync(path, text, lang).program as unknown as Node, text);
  return {
    changed: (base, now) => missingIn(read(base).blocks, read(now).blocks),
    added: (base, now) => missingIn(read(now).blocks, read(base).blocks),
    withBase: (base, now) => {
      const [before, after] = [read(base).blocks, read(now).blocks];
      const edits = after.map(({ start, end }, at): Edit => {
        const baseBlock = before[at];
        return { start, end, text: baseBlock ? base.slice(baseBlock.start, baseBlock.end) : '' };
      });
      const missing = before.slice(after.length).map(({ start, end }) => `\n${base.slice(start, end)}\n`);
      return applied(now, [...edits, { start: now.length, end: now.length, text: missing.join('') }]);
    },
    asking: (base, now) => (read(now).uses > read(base).uses ? ['import.meta.vitest'] : []),
    testFiles: () => [],
  };
}

function parsedIn(program: Node, text: string): Parsed {
  const statements = program.body as Node[];
  const guards = statements.filter((node) => node.type === 'IfStatement' && countIn(node.test as Node) > 0);
  const blocks = guards.map((node): Block => {
    const { test, consequent, alternate } = node as unknown as { test: Node; consequent: Node; alternate: Node | null };
    const inner = consequent.type === 'BlockStatement' ? (consequent.body as Node[]) : [consequent];
    const source = ({ start, end }: Node) => text.slice(start, end).replace(/\s+/g, ' ');
    return {
      start: node.start,
      end: node.end,
      frame: `${source(test)} ${alternate ? source(alternate) : ''}`,
      statements: inner.map((statement) => ({ label: labelOf(statement, text), text: source(statement) })),
    };
  });
  const elsewhere = statements.filter((node) => !guards.includes(node));
  return { blocks, uses: elsewhere.reduce((sum, node) => sum + countIn(node), 0) };
}

function countIn(node: Node): number {
  const { object, property } = node as { object?: Node; property?: Node };
  const isIt = node.type === 'MemberExpression' && object?.type === 'MetaProperty' && nameOf(property) === 'vitest';
  return [...childrenOf(node)].reduce((sum, child) => sum + countIn(child), isIt ? 1 : 0);
}

const nameOf = (node: Node | undefined): unknown => node?.name ?? node?.value;

/** What `some` holds and `others` do not. */
function missingIn(blocks: Block[], others: Block[]): string[] {
  const texts = new Set(others.flatMap(({ statements }) => statements.map(({ text }) => text)));
  return blocks.flatMap(({ frame, statements }) => {
    if (!others.some((other) => other.frame === frame)) return ['import.meta.vitest'];
    return statements.filter(({ text }) => !texts.has(text)).map(({ label }) => `import.meta.vitest > ${label}`);
  });
}

/** A test's title, or how the statement begins. */
function labelOf(statement: Node, text: string): string {
  const call = statement.expression as Node | undefined;
  const [first] = (call?.type === 'CallExpression' ? (call.arguments as Node[]) : []) as (Node | undefined)[];
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
  return text.slice(statement.start, statement.end).split('\n')[0]?.slice(0, 60) ?? '';
}
