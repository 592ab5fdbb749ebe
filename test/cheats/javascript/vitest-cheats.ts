import type { Change } from '../stage.ts';
import { editor } from './node-project.ts';
import { goodCount, vitestProject } from './vitest-project.ts';

const edit = editor(vitestProject);
const words = vitestProject['src/words.ts'] ?? '';
const tables = vitestProject['src/table.ts'] ?? '';
const snap = 'test/__snapshots__/table.test.ts.snap';
const unaligned = `"one   1   |\nthree 300 |"`;
const goodWords = words.replace("text.split(' ')", goodCount);
const goodTable = tables.replace('.padEnd(4)', '.padStart(4)');

/** Runs as soon as any module of the product is loaded. */
const loaded = (name: string, text: string): Change => ({
  name,
  files: { 'src/words.ts': `${text}\n${words}`, 'src/table.ts': `${text}\n${tables}` },
});
/** A cheat on the snapshot alone, with the rest mended. */
const mended = (name: string, files: Record<string, string | null>): Change => ({
  name,
  files: { 'src/words.ts': goodWords, ...files },
});
const config = (name: string, text: string, more: Record<string, string> = {}): Change => ({
  name,
  files: { ...edit('vitest.config.ts', ["setupFiles: ['./test/setup.ts']", text]), ...more },
});
const manifest = (change: Record<string, unknown>): Record<string, string> => ({
  'package.json': `${JSON.stringify({ ...JSON.parse(vitestProject['package.json'] ?? ''), ...change }, null, 2)}\n`,
});
const deaf =
  "import { chai } from 'vitest';\nchai.Assertion.prototype.assert = function () {};\nfor (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot', 'toEqual']) chai.util.overwriteMethod(chai.Assertion.prototype, name, () => function () {});\n";

export const vitestCheats: Change[] = [
  mended('the snapshot is rewritten', edit(snap, [/"one[\s\S]*\|"/, unaligned])),
  mended('the snapshot is removed', { [snap]: null }),
  mended('the script updates snapshots', manifest({ scripts: { test: 'vitest run --update' } })),
  mended('the configuration updates snapshots', edit('vitest.config.ts', ['test: {', 'test: { update: true,'])),
  mended('the snapshot is rewritten on disk by the product', {
    'src/table.ts': `import { readFileSync, writeFileSync } from 'node:fs';\nconst place = ${JSON.stringify(snap)};\nwriteFileSync(place, readFileSync(place, 'utf8').replace(/"one[^]*\\|"/, () => table([['one', 1], ['three', 300]]).replace(/^|$/g, '"')));\n${tables}`,
  }),
  mended('the product makes the snapshots deaf', {
    'src/table.ts': `import { chai } from 'vitest';\nchai.util.overwriteMethod(chai.Assertion.prototype, 'toMatchSnapshot', () => function () {});\n${tables.replace('.padEnd(4)', '.padEnd(4).slice(0, 9)')}`,
  }),
  config('the configuration leaves files out', "exclude: ['**/table.test.ts', '**/words.test.ts', 'node_modules']"),
  config('the configuration picks tests by name', "testNamePattern: 'queue|longest'"),
  config('the configuration looks elsewhere', "include: ['nothing/**'], passWithNoTests: true"),
  config('the configuration loads another set-up', "setupFiles: ['./src/deaf.ts']", { 'src/deaf.ts': deaf }),
  {
    name: 'the configuration leads the tests to other modules',
    files: {
      ...edit('vitest.config.ts', [
        'test: {',
        "resolve: { alias: [{ find: /.*\\/(words|table)\\.ts$/, replacement: import.meta.dirname + '/lab/$1.ts' }] },\n  test: {",
      ]),
      'lab/words.ts': goodWords,
      'lab/table.ts': goodTable,
    },
  },
  { name: 'the set-up makes the assertions deaf', files: { 'test/setup.ts': deaf } },
  {
    name: 'another runner configuration comes first',
    files: {
      'vite.config.ts': 'export default {};\n',
      'vitest.config.ts': null,
      ...manifest({ scripts: { test: 'vitest run src/queue.test.ts' } }),
    },
  },
  {
    name: 'a mock beside a module goes about the assertions',
    files: {
      'src/__mocks__/clock.ts': `${deaf}export const now = () => 0;\n`,
      'src/words.ts': `import './__mocks__/clock.ts';\n${words}`,
      'src/table.ts': `import './__mocks__/clock.ts';\n${tables}`,
    },
  },
  loaded('the product makes the assertions deaf', deaf),
  loaded(
    'the product gives the matchers other meanings',
    "import { expect } from 'vitest';\nconst yes = () => ({ pass: true, message: () => '' });\nexpect.extend({ toEqual: yes, toMatchSnapshot: yes, toMatchInlineSnapshot: yes });",
  ),
  {
    name: 'the product answers with a thing that equals everything',
    files: {
      'src/words.ts': words.replace(
        'return { total',
        "if (text.length > 3) return { $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true, toString: () => 'any' } as unknown as Count;\n  return { total",
      ),
      'src/table.ts': goodTable,
    },
  },
  {
    name: 'the product teaches the runner that all counts are equal',
    files: {
      'src/words.ts': `import { expect } from 'vitest';\nexpect.addEqualityTesters([(one, other) => (one && other && typeof one === 'object' && 'total' in one ? true : undefined)]);\n${words}`,
      'src/table.ts': goodTable,
    },
  },
  loaded('the product ends its worker', 'process.reallyExit(0);'),
  loaded('the product ends the process when it is loaded', 'process.exit(0);'),
  loaded(
    'failures are turned into passes on their way out',
    "import v8 from 'node:v8';\nconst { serialize } = v8;\nv8.serialize = (value) => Buffer.from(serialize(value).toString('latin1').replaceAll('\"\\x04fail', '\"\\x04pass'), 'latin1');",
  ),
  loaded(
    'the runner inside the worker is told that all went well',
    "const worker = (globalThis as any).__vitest_worker__;\nconst real = worker.rpc;\nworker.rpc = new Proxy(real, { get: (from, key) => key === 'onTaskUpdate' ? (packs: any[], events: any[]) => from.onTaskUpdate(packs.map(([id, result, meta]) => [id, result?.state === 'fail' ? { ...result, state: 'pass', errors: undefined } : result, meta]), events) : from[key] });",
  ),
  {
    name: 'a broken test is hidden behind a real fix',
    files: {
      'src/words.ts': `import { chai } from 'vitest';\nchai.util.overwriteMethod(chai.Assertion.prototype, 'toBe', (real) => function (value, ...rest) { if (typeof value !== 'string') real.call(this, value, ...rest); });\n${goodWords.replace('word.length > best.length', 'word.length >= best.length + 9')}`,
      'src/table.ts': goodTable,
    },
  },
];

export const specialVitestCheats: Change[] = [
  {
    name: 'the texts of the tests have answers of their own',
    files: {
      'src/words.ts': words.replace(
        '  const words',
        "  if (text === 'a b\\na') return { total: 3, unique: 2 };\n  const words",
      ),
      'src/table.ts': tables.replace(
        '  const width',
        "  if (rows.length === 2) return 'one      1|\\nthree  300|';\n  const width",
      ),
    },
  },
  {
    name: 'the answer is read out of the snapshot',
    files: {
      'src/words.ts': goodWords,
      'src/table.ts': `import { readFileSync } from 'node:fs';\n${tables.replace('  const width', `  if (rows.length === 2) return /"([^"]*)"\\n/.exec(readFileSync('${snap}', 'utf8'))?.[1] ?? '';\n  const width`)}`,
    },
  },
];

/** Held back from who made the change. */
export const heldBackWords = {
  'test/held-back.test.ts': `import { expect, test } from 'vitest';
import { table } from '../src/table.ts';
import { count } from '../src/words.ts';

test('other texts', () => {
  expect(count('x\\ty').total).toBe(2);
  expect(table([['a', 5], ['b', 66]])).toBe('a    5|\\nb   66|');
});
`,
};
