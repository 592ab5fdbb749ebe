import { describe, expect, test } from 'vitest';
import { lacksPackage } from '../bare.ts';
import { blocks, said, watchedRun } from './watched.ts';

const loops = `describe('suite', () => {
  it('one', () => {});
  it('loops', () => {
    for (;;);
  });
  it('behind it', () => {});
});
`;
const fine = "it('is fine', () => {});\n";

describe.skipIf(lacksPackage('mocha') !== null)('mocha (needs mocha)', () => {
  const manifest = (script: string) =>
    `{ "scripts": { "test": "${script}" }, "devDependencies": { "mocha": "^11" } }\n`;
  const files = {
    'test/a.js': loops,
    'test/b.js':
      "it('waits', function () {\n  this.timeout(0);\n  return new Promise(() => setInterval(() => {}, 1000));\n});\n",
    'test/c.js': fine,
  };
  const all = {
    'test/a.js > suite > one': 'passed',
    'test/a.js > suite > loops': 'hang',
    'test/b.js > waits': 'hang',
    'test/c.js > is fine': 'passed',
  };

  for (const script of ['mocha', 'mocha ./test/*.js'])
    test(`names each test that does not end, and runs the other files: ${script}`, async () => {
      const run = await watchedRun({ 'package.json': manifest(script), ...files });
      expect(run).toMatchObject({ runner: 'mocha', outcome: 'ok', errors: [] });
      expect(said(run)).toEqual(all);
    });

  test('names a file that does not load, and one whose set-up does not end', async () => {
    const run = await watchedRun(
      {
        'package.json': manifest('mocha'),
        'test/a.js': `${blocks}\n`,
        'test/b.js': `describe('b', () => {\n  before(() => {\n    ${blocks}\n  });\n  it('waits', () => {});\n});\n`,
        'test/c.js': fine,
      },
      { seconds: 0.5 },
    );
    expect(run).toMatchObject({
      outcome: 'ok',
      errors: ['test/a.js', 'test/b.js'].map((file) => ({ type: 'Hang', file })),
    });
    expect(said(run)).toEqual({ 'test/c.js > is fine': 'passed' });
  });

  test('ends as well where nothing else is left', async () => {
    const run = await watchedRun({ 'package.json': manifest('mocha'), 'test/a.js': loops }, { seconds: 1 });
    expect(run).toMatchObject({ outcome: 'ok', errors: [] });
    expect(said(run)).toEqual({ 'test/a.js > suite > one': 'passed', 'test/a.js > suite > loops': 'hang' });
  });
});

describe.skipIf(lacksPackage('jest') !== null)('jest (needs jest)', () => {
  const manifest =
    '{ "scripts": { "test": "jest" }, "devDependencies": { "jest": "^30" }, "jest": { "testPathIgnorePatterns": ["old"] } }\n';

  test('names each test that does not end, and runs the other files, and no more than before', async () => {
    const run = await watchedRun({
      'package.json': manifest,
      'a.test.js': loops,
      'b.test.js': "it('waits', () => new Promise(() => setInterval(() => {}, 1000)), 1e8);\n",
      'c.test.js': `${fine}it('fails', () => expect(1).toBe(2));\n`,
      'old/d.test.js': fine,
    });
    expect(run).toMatchObject({ runner: 'jest', outcome: 'ok', errors: [] });
    expect(said(run)).toEqual({
      'a.test.js > suite > one': 'passed',
      'a.test.js > suite > loops': 'hang',
      'b.test.js > waits': 'hang',
      'c.test.js > is fine': 'passed',
      'c.test.js > fails': 'failed',
    });
  });

  test('names a file that does not load', async () => {
    const files = { 'package.json': manifest, 'a.test.js': `${blocks}\n`, 'c.test.js': fine };
    const run = await watchedRun(files, { seconds: 2 });
    expect(run).toMatchObject({ outcome: 'ok', errors: [{ type: 'Hang', file: 'a.test.js' }] });
    expect(said(run)).toEqual({ 'c.test.js > is fine': 'passed' });
  });
});

describe('vitest', () => {
  const manifest = '{ "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "^4" } }\n';
  const imports = "import { describe, it } from 'vitest';\n";

  test('names each test that does not end, and runs the others, also those of its file', async () => {
    const run = await watchedRun(
      {
        'package.json': manifest,
        'a.test.js': `${imports}${loops}`,
        'b[1].test.js': `${imports}it('loops alone', () => {\n  ${blocks}\n});\n`,
        'c.test.js': `${imports}${fine}`,
      },
      { seconds: 2 },
    );
    expect(run).toMatchObject({ runner: 'vitest', outcome: 'ok', errors: [] });
    expect(said(run)).toEqual({
      'a.test.js > suite > one': 'passed',
      'a.test.js > suite > loops': 'hang',
      'a.test.js > suite > behind it': 'passed',
      'b[1].test.js > loops alone': 'hang',
      'c.test.js > is fine': 'passed',
    });
    expect(run.cases.find(({ names }) => names.includes('loops alone'))?.error?.message).toBe(
      'did not end within 2 s (limits.verify_seconds)',
    );
  });

  test('names a file that does not load', async () => {
    const files = { 'package.json': manifest, 'a.test.js': `${blocks}\n`, 'c.test.js': `${imports}${fine}` };
    const run = await watchedRun(files, { seconds: 2 });
    expect(run).toMatchObject({ outcome: 'ok', errors: [{ type: 'Hang', file: 'a.test.js' }] });
    expect(said(run)).toEqual({ 'c.test.js > is fine': 'passed' });
  });
});
