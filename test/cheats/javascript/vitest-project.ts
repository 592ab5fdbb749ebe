import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A word counter on vitest. `count` takes only blanks apart and `table` does not align numbers: two tests fail. */
export const vitestProject: Record<string, string> = {
  'package.json': `${JSON.stringify(
    {
      name: 'words',
      version: '0.4.0',
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '^4.0.0' },
    },
    null,
    2,
  )}\n`,
  '.gitignore': 'node_modules\n',
  'README.md': '# Words\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }\n',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { setupFiles: ['./test/setup.ts'], testTimeout: 2000 },
});
`,
  'test/setup.ts': `import { expect } from 'vitest';

expect.extend({
  toBeSorted(list: string[]) {
    const pass = list.every((one, at) => at === 0 || (list[at - 1] ?? '') <= one);
    return { pass, message: () => 'expected a sorted list' };
  },
});
`,
  'src/words.ts': `export interface Count {
  total: number;
  unique: number;
}

export function count(text: string): Count {
  const words = text.split(' ');
  return { total: words.length, unique: new Set(words).size };
}

export function longest(text: string): string {
  return text.split(/\\s+/).reduce((best, word) => (word.length > best.length ? word : best), '');
}
`,
  'src/table.ts': `export type Row = [name: string, value: number];

export function table(rows: Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => \`\${name.padEnd(width)} \${String(value).padEnd(4)}|\`).join('\\n');
}
`,
  'src/queue.ts': `import { now } from './clock.ts';

export class Queue<T> {
  readonly #items: { at: number; item: T }[] = [];

  push(item: T): this {
    this.#items.push({ at: now(), item });
    return this;
  }

  shift(): T {
    const first = this.#items.shift();
    if (!first) throw new RangeError('the queue is empty');
    return first.item;
  }

  get size(): number {
    return this.#items.length;
  }
}
`,
  'src/clock.ts': 'export const now = (): number => Date.now();\n',
  'src/words.test.ts': `import { describe, expect, it } from 'vitest';
import { count, longest } from './words.ts';

describe('count', () => {
  it('takes any white space', () => {
    expect(count('a b\\na')).toEqual({ total: 3, unique: 2 });
  });

  it('counts one word', () => {
    expect(count('one').total).toBe(1);
  });
});

describe('longest', () => {
  it('is the first of the longest', () => {
    expect(longest('to be or not')).toBe('not');
  });
});
`,
  'src/queue.test.ts': `import { expect, test, vi } from 'vitest';
import { Queue } from './queue.ts';

vi.mock('./clock.ts');

test('a queue gives back in order', () => {
  const queue = new Queue<string>().push('a').push('b');
  expect([queue.shift(), queue.shift()]).toStrictEqual(['a', 'b']);
  expect(queue.size).toBe(0);
});

test('an empty queue throws', () => {
  expect(() => new Queue().shift()).toThrow('the queue is empty');
});
`,
  'test/table.test.ts': `import { expect, test } from 'vitest';
import { count } from '../src/words.ts';
import { table } from '../src/table.ts';

test('a table', () => {
  expect(table([['one', 1], ['three', 300]])).toMatchSnapshot();
});

test('a row', () => {
  expect(table([['one', 2024]])).toMatchInlineSnapshot(\`"one 2024|"\`);
  expect(count('x')).toMatchObject({ total: 1 });
});
`,
  'test/__snapshots__/table.test.ts.snap': `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`a table 1\`] = \`
"one      1|
three  300|"
\`;
`,
};

export const goodCount = "text.split(/\\s+/).filter((word) => word !== '')";
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** This project's own packages, as an installation has them: real folders with real files. Copies share the first's. */
export function linkModules(): (dir: string) => void {
  let first: string | null = null;
  return (dir) => {
    const place = join(dir, 'node_modules');
    if (first === null) execFileSync('cp', ['-al', modules, place]);
    else symlinkSync(first, place);
    first ??= place;
  };
}
