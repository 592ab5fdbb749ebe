import { describe, expect, test } from 'vitest';
import { vitest } from '../../../src/languages/javascript/runners/vitest/vitest.ts';
import { ended, filesOf, project, statuses } from '../bare.ts';
import { sealOf } from './sealing.ts';

const manifest = JSON.stringify({ type: 'module', scripts: { test: 'vitest' }, devDependencies: { vitest: '^4.1.0' } });
const imports = "import { beforeAll, describe, expect, it, test } from 'vitest';\n";

describe('vitest', () => {
  test('names every test by file, suites and name, with its status and place', async () => {
    const { run, runner } = await project({
      'package.json': manifest,
      'src/add.ts': 'export const add = (a: number, b: number) => a - b;\n',
      'src/add.test.ts': `${imports}import { add } from './add.ts';
test('passes', () => {});
describe('outer', () => {
  describe('inner', () => {
    it('fails \u00fcn\u00efc\u00f6de \u2713', () => {
      expect(add(1, 2)).toBe(3);
    });
    it.skip('skipped', () => {});
    it.todo('later');
    it('twice', () => {});
    it('twice', () => {});
  });
});
test.each([1, 2])('takes %i', () => {});
test('text', () => {
  throw 'just text';
});
test('own', () => {
  throw new TypeError('odd: very');
});
test('leaves', () => process.exit(0));
`,
    });
    const result = await run();
    expect(runner.id).toBe('vitest');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1, errors: [] });
    expect(statuses(result)).toEqual({
      'src/add.test.ts > passes': 'passed',
      'src/add.test.ts > outer > inner > fails \u00fcn\u00efc\u00f6de \u2713': 'failed',
      'src/add.test.ts > outer > inner > skipped': 'skipped',
      'src/add.test.ts > outer > inner > later': 'skipped',
      'src/add.test.ts > outer > inner > twice': 'passed',
      'src/add.test.ts > outer > inner > twice #2': 'passed',
      'src/add.test.ts > takes 1': 'passed',
      'src/add.test.ts > takes 2': 'passed',
      'src/add.test.ts > text': 'failed',
      'src/add.test.ts > own': 'failed',
      'src/add.test.ts > leaves': 'failed',
    });
    const failed = result.cases.filter((one) => one.error);
    expect(failed.map((one) => one.line)).toEqual([6, 16, 19, 22]);
    expect(failed.map((one) => one.error)).toMatchObject([
      {
        type: 'AssertionError',
        message: expect.stringMatching(/^expected -1 to be 3/),
        file: 'src/add.test.ts',
        line: 7,
      },
      { type: 'Error', message: 'just text', file: 'src/add.test.ts', line: 16 },
      { type: 'TypeError', message: 'odd: very', file: 'src/add.test.ts', line: 20 },
      { type: 'Error', message: expect.stringContaining('process.exit'), file: 'src/add.test.ts', line: 22 },
    ]);
  });

  test('what goes wrong outside tests is an error with its file', async () => {
    const { run } = await project({
      'package.json': manifest,
      'test/good.test.ts': `${imports}test('good', () => {});\n`,
      'test/hook.test.ts': `${imports}describe('h', () => {\n  beforeAll(() => {\n    throw new Error('no set-up');\n  });\n  test('a', () => {});\n});\n`,
      'test/late.test.ts': `${imports}test('fine', async () => {\n  setTimeout(() => {\n    throw new RangeError('too late');\n  }, 5);\n  await new Promise((resolve) => setTimeout(resolve, 50));\n});\n`,
      'test/missing.test.ts': `${imports}import './nope.js';\ntest('x', () => {});\n`,
      'test/none.test.ts': 'export {};\n',
      'test/syntax.test.ts': `${imports}test('x', () => {\n`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({
      'test/good.test.ts > good': 'passed',
      'test/hook.test.ts > h > a': 'skipped',
      'test/late.test.ts > fine': 'passed',
    });
    const errors = [...result.errors].sort((a, b) => ((a.file ?? '') > (b.file ?? '') ? 1 : -1));
    expect(errors).toMatchObject([
      { type: 'Error', message: 'no set-up', file: 'test/hook.test.ts', line: 4 },
      { type: 'RangeError', message: 'too late', file: 'test/late.test.ts', line: 4 },
      { type: 'Error', message: expect.stringContaining('./nope.js'), file: 'test/missing.test.ts', line: 2 },
      { type: 'Error', message: expect.stringContaining('No test suite found'), file: 'test/none.test.ts' },
      { type: 'Error', message: expect.stringContaining('PARSE_ERROR'), file: 'test/syntax.test.ts' },
    ]);
  });

  test('runs only the named files, with the configuration that the script names', async () => {
    const { run } = await project({
      'package.json': JSON.stringify({
        scripts: { test: 'vitest run -u --coverage --config my.config.mjs --reporter dot' },
      }),
      'my.config.mjs': "export default { test: { include: ['checks/*.js'], globals: true } };\n",
      'checks/a.js': "test('a', () => {});\n",
      'checks/b.js': "test('b', () => {});\n",
    });
    expect(statuses(await run({ only: ['checks/b.js'] }))).toEqual({ 'checks/b.js > b': 'passed' });
  });

  test('a project without tests has none, and that is no fault', async () => {
    const { run } = await project({ 'package.json': manifest });
    expect(await run()).toMatchObject({ outcome: 'ok', cases: [], errors: [] });
  });
});

describe("vitest's report", () => {
  const runner = vitest(filesOf({}), { env: {}, before: null, words: [] }, [], { major: null, provider: null });
  const read = (report: string, part = {}, said: Parameters<typeof sealOf>[0] = [['pass', 'a', false]]) =>
    runner.read(ended({ files: { 'report.json': report }, stderr: sealOf(said), ...part }), '/w');
  const file = (status: string, message: string) => ({
    name: '/w/a.test.ts',
    status,
    message,
    assertionResults: [{ title: 'a', ancestorTitles: ['s'], status: 'passed', failureMessages: [] }],
  });

  test('counts only when it is whole', () => {
    for (const damaged of ['', '{', '[]', 'null', '{"testResults":{}}', '{"testResults":[', 'x'.repeat(50_000_000)]) {
      expect(read(damaged)).toMatchObject({ outcome: 'no_report', errors: [{ type: 'NoReport' }] });
    }
    expect(runner.read(ended({ ended: 'timeout', exit_code: null }), '/w').outcome).toBe('timeout');
  });

  test('may be odd inside without harm', () => {
    const odd = JSON.stringify({
      testResults: [null, 3, { name: 4, assertionResults: [null, { title: {}, location: 'x' }] }],
    });
    expect(
      read(odd, {}, [
        ['fail', 'undefined', false],
        ['fail', '[object Object]', false],
      ]).outcome,
    ).toBe('ok');
  });

  test('must agree with the exit code', () => {
    const passed = JSON.stringify({ testResults: [file('passed', '')] });
    expect(read(passed)).toMatchObject({ outcome: 'ok', errors: [], cases: [{ id: 'a.test.ts > s > a' }] });
    expect(read(passed, { exit_code: 1 }).errors).toMatchObject([{ type: 'ExitCode' }]);
  });

  test('must say what our reporter sealed', () => {
    const passed = JSON.stringify({ testResults: [file('passed', '')] });
    expect(read(passed, { stderr: '' }).outcome).toBe('no_report');
    expect(read(passed, {}, [])).toMatchObject({ outcome: 'no_report' });
    expect(read(passed, {}, [['fail', 'a', false]])).toMatchObject({ outcome: 'no_report' });
  });

  test('tells of a failed file even where our reporter could not', () => {
    const failed = JSON.stringify({ testResults: [file('failed', 'SyntaxError: odd')] });
    expect(read(failed, { exit_code: 1 }).errors).toMatchObject([{ type: 'SyntaxError', file: 'a.test.ts' }]);
  });
});
