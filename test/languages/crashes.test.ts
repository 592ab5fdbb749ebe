import { describe, expect, test } from 'vitest';
import { endOf } from '../../src/languages/java/runners/maven-log.ts';
import { crash, crashBy, crashesAnew, endOf as endOfTests, signalOf } from '../../src/languages/reports/crash.ts';
import { plainError, testAt } from '../../src/languages/reports/report.ts';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import type { TestCase, TestRun } from '../../src/schema/judge/test-run.ts';
import { lacksPackage, project, statuses } from './bare.ts';

const reason = { jest: lacksPackage('jest'), mocha: lacksPackage('mocha') };

const aborting = (script: string, imports: string, packages: string[] = []) => ({
  'package.json': JSON.stringify({
    type: 'module',
    scripts: { test: script },
    devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])),
  }),
  'half.js': 'export const half = () => process.abort();\n',
  'half.test.js': `${imports}import { half } from './half.js';\nit('halves', () => half(4));\n`,
  'other.test.js': `${imports}it('is fine', () => {});\n`,
});

describe('a test whose process crashes is a crash, and the other files count', () => {
  test('under node:test, with the signal and the line', async () => {
    const { run } = await project(aborting('node --test', "import { it } from 'node:test';\n"));
    const result = await run();
    expect(statuses(result)).toEqual({ 'half.test.js > halves': 'failed', 'other.test.js > is fine': 'passed' });
    expect(result.errors).toEqual([]);
    expect(result.cases.find(({ error }) => error)?.error).toMatchObject({
      ...{ type: crash, message: 'half.test.js: its process was ended by SIGABRT', file: 'half.js', line: 1 },
      ends: 'file',
    });
  });

  test('under vitest, which does not tell the signal', async () => {
    const { run } = await project(aborting('vitest run --pool=forks', "import { it } from 'vitest';\n", ['vitest']));
    const result = await run();
    expect(statuses(result)).toMatchObject({ 'other.test.js > is fine': 'passed' });
    expect(result.errors).toMatchObject([{ type: crash }]);
  });

  test.skipIf(reason.jest)('under jest, where workers run the files (needs jest)', async () => {
    const { 'package.json': manifest, ...files } = aborting('jest --maxWorkers=2', '', ['jest']);
    const { run } = await project({
      ...files,
      'package.json': manifest.replace('"type":"module",', ''),
      'half.js': 'exports.half = () => process.abort();\n',
      'half.test.js': "const { half } = require('./half.js');\nit('halves', () => half(4));\n",
    });
    const result = await run();
    expect(statuses(result)).toEqual({ 'other.test.js > is fine': 'passed' });
    expect(result.errors).toMatchObject([
      { type: crash, message: 'its process was ended by SIGABRT', file: 'half.test.js' },
    ]);
  });

  test.skipIf(reason.mocha)('under mocha in parallel, which ends well without a report (needs mocha)', async () => {
    const { run } = await project(aborting('mocha --parallel *.test.js', '', ['mocha']));
    expect(await run()).toMatchObject({ outcome: 'no_report', errors: [{ type: crash }, { type: 'NoReport' }] });
  });
});

describe('a test that ends its process is named, and the others are said not to have run because of it', () => {
  const leaving = (script: string, packages: string[]) => ({
    'package.json': JSON.stringify({
      scripts: { test: script },
      devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])),
    }),
    'a.test.js': "it('before', () => {});\nit('leaves', () => process.exit(0));\nit('behind', () => {});\n",
    'b.test.js': "it('other', () => {});\n",
  });
  const behind = { file: 'a.test.js' };
  const other = { file: 'b.test.js' };

  test.skipIf(reason.mocha)('under mocha (needs mocha)', async () => {
    const { run } = await project(leaving('mocha *.test.js', ['mocha']));
    const result = await run();
    expect(result).toMatchObject({ outcome: 'no_report', errors: [{ type: 'NoReport' }] });
    expect(statuses(result)).toEqual({ 'a.test.js > before': 'passed', 'a.test.js > leaves': 'failed' });
    expect([endOfTests(behind, result), endOfTests(other, result)]).toEqual([
      'a.test.js > leaves',
      'a.test.js > leaves',
    ]);
  });

  test.skipIf(reason.jest)('under jest, in its own process and in workers (needs jest)', async () => {
    const alone = await (await project(leaving('jest -i a', ['jest']))).run();
    expect(alone).toMatchObject({ outcome: 'no_report', errors: [{ type: 'NoReport' }] });
    expect(statuses(alone)).toEqual({ 'a.test.js > before': 'passed', 'a.test.js > leaves': 'failed' });
    expect(endOfTests(other, alone)).toBe('a.test.js > leaves');
    const { run } = await project(leaving('jest --maxWorkers=2', ['jest']));
    const workers = await run();
    expect(statuses(workers)).toMatchObject({ 'b.test.js > other': 'passed' });
    expect(workers.errors).toMatchObject([
      { type: 'EarlyExit', message: 'its process ended by itself, with exit code 0', file: 'a.test.js' },
    ]);
    expect([endOfTests(behind, workers), endOfTests(other, workers)]).toEqual(['a.test.js', null]);
  });
});

test('the exit code of a shell tells a signal, and an end that was asked for is no crash', () => {
  expect([139, 134, 1, 0, 143].map(signalOf)).toEqual(['SIGSEGV', 'SIGABRT', null, null, null]);
  expect([crashBy('SIGSEGV')?.type, crashBy('SIGTERM'), crashBy('')]).toEqual([crash, null, null]);
  expect([endOf(134), endOf(7), endOf(null)]).toEqual([
    { type: crash, how: 'was ended by SIGABRT' },
    { type: 'EarlyExit', how: 'ended with exit code 7' },
    { type: 'EarlyExit', how: 'ended' },
  ]);
});

describe('a crash is new', () => {
  const failing = (type: string): TestCase => ({
    ...testAt('a.test.js', ['a']),
    line: null,
    status: 'failed',
    duration_ms: 1,
    error: plainError(type, 'x'),
  });
  const run = (part: Partial<TestRun>): TestRun => ({ ...noTests(), ...part });

  test('where a test, a file or the runner did not crash before', () => {
    expect(crashesAnew(run({ cases: [failing(crash)] }), run({ cases: [failing('Error')] }))).toBe(true);
    expect(crashesAnew(run({ errors: [plainError(crash, 'x', 'a.js')] }), run({}))).toBe(true);
    expect(crashesAnew(run({ outcome: 'crash' }), run({}))).toBe(true);
  });

  test('but not where base crashes there as well, nor where tests merely fail', () => {
    expect(crashesAnew(run({ cases: [failing(crash)] }), run({ cases: [failing(crash)] }))).toBe(false);
    const files = run({ errors: [plainError(crash, 'x', 'a.js')] });
    expect(crashesAnew(files, files)).toBe(false);
    expect(crashesAnew(run({ cases: [failing('Error')], errors: [plainError('EarlyExit', 'x')] }), run({}))).toBe(
      false,
    );
  });
});
