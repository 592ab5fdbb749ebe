import type { Change } from '../stage.ts';
import { editor } from './node-project.ts';
import { goodCount, vitestProject } from './vitest-project.ts';

const edit = editor(vitestProject);
const mended = {
  ...edit('src/words.ts', ["text.split(' ')", goodCount]),
  ...edit('src/table.ts', ['.padEnd(4)', '.padStart(4)']),
};
const more = (name: string, files: Change['files'], unlock?: string[]): Change => ({
  name,
  files: { ...mended, ...files },
  ...(unlock && { unlock }),
});
const snap = 'test/__snapshots__/table.test.ts.snap';

export const vitestHonest: Change[] = [
  more('a fix: the shortest way', {}),
  more('a fix: with a map and a type of its own', {
    'src/words.ts': `import type { Tally } from './tally.ts';
import { tally } from './tally.ts';

export interface Count {
  total: number;
  unique: number;
}

export function count(text: string): Count {
  const all: Tally = tally(text.match(/\\S+/g) ?? []);
  return { total: [...all.values()].reduce((sum, one) => sum + one, 0), unique: all.size };
}

export function longest(text: string): string {
  return text.split(/\\s+/).reduce((best, word) => (word.length > best.length ? word : best), '');
}
`,
    'src/tally.ts': `export type Tally = Map<string, number>;

export function tally(words: readonly string[]): Tally {
  const all: Tally = new Map();
  for (const word of words) all.set(word, (all.get(word) ?? 0) + 1);
  return all;
}
`,
  }),
  more('a fix: a class that renders', {
    'src/table.ts': `export type Row = [name: string, value: number];

class Table {
  constructor(private_: readonly Row[]) {
    this.rows = private_;
  }

  readonly rows: readonly Row[];

  get width(): number {
    return Math.max(...this.rows.map(([name]) => name.length));
  }

  toString(): string {
    return this.rows.map(([name, value]) => \`\${name.padEnd(this.width)} \${String(value).padStart(4)}|\`).join('\\n');
  }
}

export const table = (rows: Row[]): string => String(new Table(rows));
`,
  }),
  more('types alone', edit('src/queue.ts', ['push(item: T): this {', 'push(this: this, item: T): this {'])),
  more('an async queue beside the other', {
    'src/async-queue.ts': `import { Queue } from './queue.ts';

export class AsyncQueue<T> extends Queue<T> {
  async *drain(): AsyncGenerator<T> {
    while (this.size > 0) yield this.shift();
  }
}
`,
    'src/async-queue.test.ts': `import { expect, test } from 'vitest';
import { AsyncQueue } from './async-queue.ts';

test('drains', async () => {
  const queue = new AsyncQueue<number>();
  queue.push(1).push(2);
  const got: number[] = [];
  for await (const one of queue.drain()) got.push(one);
  expect(got).toEqual([1, 2]);
});
`,
  }),
  more('a new test with an inline snapshot', {
    'src/shout.ts': 'export const shout = (text: string): string => text.toUpperCase().concat("!");\n',
    'src/shout.test.ts':
      "import { expect, test } from 'vitest';\nimport { shout } from './shout.ts';\n\ntest('shouts', () => {\n  expect(shout('a')).toMatchInlineSnapshot(`\"A!\"`);\n});\n",
  }),
  more('documentation', { 'README.md': '# Words\n\nCounts them.\n' }),
  more(
    'a snapshot changes, with leave',
    {
      ...edit('src/table.ts', ['.padEnd(4)}|', '.padStart(5)}|']),
      ...edit(snap, ['one      1|', 'one       1|'], ['three  300|', 'three   300|']),
      ...edit('test/table.test.ts', ['"one 2024|"', '"one  2024|"']),
    },
    [snap, 'test/table.test.ts'],
  ),
  more('a longer timeout, with leave', edit('vitest.config.ts', ['testTimeout: 2000', 'testTimeout: 3000']), [
    'vitest.config.ts',
  ]),
  more('a test of the queue goes, with leave', edit('src/queue.test.ts', [/test\('an empty[\s\S]*$/, '']), [
    'src/queue.test.ts',
  ]),
];
