import { expect, test } from 'vitest';
import { blocks, said, watchedRun } from './watched.ts';

const manifest = '{ "type": "module", "scripts": { "test": "node --test" } }\n';
const imports = "import { describe, test } from 'node:test';\n";
const fine = `${imports}test('is fine', () => {});\n`;

test('a loop that never returns is named and ended, and the others still run', async () => {
  const run = await watchedRun({
    'package.json': manifest,
    'test/a.test.js': `${imports}describe('suite', () => {
  test('one', () => {});
  test('breaks', () => {
    throw new Error('no');
  });
  test('loops', () => {
    for (;;);
  });
  test('behind it', () => {});
});
`,
    'test/fine.test.js': fine,
  });
  expect(run).toMatchObject({ outcome: 'ok', errors: [] });
  expect(said(run)).toEqual({
    'test/a.test.js > suite > one': 'passed',
    'test/a.test.js > suite > breaks': 'failed',
    'test/a.test.js > suite > loops': 'hang',
    'test/a.test.js > suite > behind it': 'passed',
    'test/fine.test.js > is fine': 'passed',
  });
  expect(run.cases.find(({ error }) => error?.type === 'Hang')).toMatchObject({
    status: 'failed',
    error: { type: 'Hang', message: 'did not end within 2 s (limits.verify_seconds)', file: 'test/a.test.js' },
  });
  expect(run.duration_ms).toBeLessThan(20_000);
});

test('more than three are all named, and so is one whose clearing up does not end', async () => {
  const loop = (name: string) => `test('${name}', () => {\n  ${blocks}\n});\n`;
  const run = await watchedRun(
    {
      'package.json': manifest,
      'a.test.js': `${imports}${['1', '2', '3', '4'].map(loop).join('')}test('last', () => {});\n`,
      'b.test.js': `import { afterEach, test } from 'node:test';
afterEach(() => {
  ${blocks}
});
test('is cleared up', () => {});
`,
    },
    { seconds: 1 },
  );
  expect(run).toMatchObject({ outcome: 'ok', errors: [] });
  expect(said(run)).toEqual({
    ...Object.fromEntries(['1', '2', '3', '4'].map((name) => [`a.test.js > ${name}`, 'hang'])),
    'a.test.js > last': 'passed',
    'b.test.js > is cleared up': 'hang',
  });
});

test('so are a promise that nobody keeps and a file that does not load, each with what was done before', async () => {
  const run = await watchedRun({
    'package.json': manifest,
    'test/b.test.js': `${imports}test('done', () => {});
test('waits', () => new Promise(() => setInterval(() => {}, 1000)));
`,
    'test/c.test.js': `${blocks}\n`,
    'test/fine.test.js': fine,
  });
  expect(run.outcome).toBe('ok');
  expect(said(run)).toEqual({
    'test/b.test.js > done': 'passed',
    'test/b.test.js > waits': 'hang',
    'test/fine.test.js > is fine': 'passed',
  });
  expect(run.errors).toMatchObject([
    {
      type: 'Hang',
      file: 'test/c.test.js',
      message: 'the file did not end within 8 s (4 times limits.verify_seconds)',
    },
  ]);
});

test('a suite of nothing but a hang ends as well, and a slow suite is left alone', async () => {
  const only = await watchedRun(
    { 'package.json': manifest, 'a.test.js': `${imports}test('loops', () => {\n  ${blocks}\n});\n` },
    { only: ['a.test.js'], seconds: 1 },
  );
  expect(only).toMatchObject({ outcome: 'ok', errors: [] });
  expect(said(only)).toEqual({ 'a.test.js > loops': 'hang' });
  const slow = Array.from(
    { length: 6 },
    (_, at) => `test('slow ${at}', () => new Promise((resolve) => setTimeout(resolve, 700)));`,
  );
  const run = await watchedRun({ 'package.json': manifest, 'a.test.js': `${imports}${slow.join('\n')}\n` });
  expect(run).toMatchObject({ outcome: 'ok', errors: [] });
  expect(new Set(Object.values(said(run)))).toEqual(new Set(['passed']));
});

test('a script of tests that is run by itself is watched as well', async () => {
  const run = await watchedRun(
    {
      'package.json': '{ "type": "module", "scripts": { "test": "node test/index.js" } }\n',
      'test/index.js': "import './a.js';\nimport './b.js';\n",
      'test/a.js': `${imports}describe('a', () => {
  test('one', () => {});
  test('loops', () => {
    for (;;);
  });
  test('behind it', () => {});
});
`,
      'test/b.js': fine,
    },
    { seconds: 1 },
  );
  expect(run).toMatchObject({ runner: 'node:test', outcome: 'ok', errors: [] });
  expect(
    Object.fromEntries(run.cases.map(({ names, error, status }) => [names.join(' > '), error?.type ?? status])),
  ).toEqual({ 'a > one': 'passed', 'a > loops': 'Hang', 'a > behind it': 'passed', 'is fine': 'passed' });
});
