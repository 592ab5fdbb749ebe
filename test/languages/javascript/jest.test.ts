import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { filesOf, lacksPackage, project, statuses, tests } from '../bare.ts';

const reason = lacksPackage('jest');
const manifest = (script = 'jest', more: object = {}) =>
  JSON.stringify({ scripts: { test: script }, devDependencies: { jest: '^30' }, ...more });

describe.skipIf(reason !== null)('jest (needs jest, which is too large to install for this)', () => {
  test('names every test by file, suites and name, with its status and place', async () => {
    const { run, runner } = await project({
      'package.json': manifest(),
      'src/half.js': 'exports.half = (x) => x.y.z;\n',
      'src/half.test.js': `const { half } = require('./half');
test('passes', () => {});
describe('outer', () => {
  describe('inner', () => {
    test('fails', () => {
      expect(1).toBe(2);
    });
    test.skip('skipped', () => {});
    test.todo('later');
  });
});
test('deep', () => {
  half({});
});
`,
    });
    expect(runner.id).toBe('jest');
    const result = await run({ timeout_ms: 50_000 });
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1, errors: [] });
    expect(statuses(result)).toEqual({
      'src/half.test.js > passes': 'passed',
      'src/half.test.js > outer > inner > fails': 'failed',
      'src/half.test.js > outer > inner > skipped': 'skipped',
      'src/half.test.js > outer > inner > later': 'skipped',
      'src/half.test.js > deep': 'failed',
    });
    expect(result.cases.filter((one) => one.error).map((one) => one.error)).toMatchObject([
      { message: expect.stringContaining('Expected: 2'), file: 'src/half.test.js', line: 6 },
      { type: 'TypeError', file: 'src/half.js', line: 1 },
    ]);
    expect(result.cases[0]?.line).toBe(2);
  });

  test('a file that does not load is an error with its name; coverage and named files work', async () => {
    const { run, cover } = await project({
      'package.json': manifest('jest --coverage --watch --bail -u', {
        jest: { coverageThreshold: { global: { lines: 100 } } },
      }),
      'lib/sign.js': 'exports.sign = (x) => {\n  if (x < 0) {\n    return -1;\n  }\n  return 1;\n};\n',
      'lib/__tests__/sign.js': "const { sign } = require('../sign');\ntest('sign', () => expect(sign(1)).toBe(1));\n",
      'lib/missing.test.js': "require('./nope');\ntest('x', () => {});\n",
      'lib/syntax.test.js': 'test("x", () => {\n',
    });
    const result = await run({ timeout_ms: 50_000 });
    expect(statuses(result)).toEqual({ 'lib/__tests__/sign.js > sign': 'passed' });
    const errors = [...result.errors].sort((a, b) => ((a.file ?? '') > (b.file ?? '') ? 1 : -1));
    expect(errors).toMatchObject([
      { message: expect.stringContaining("Cannot find module './nope'"), file: 'lib/missing.test.js', line: 1 },
      { type: 'SyntaxError', file: 'lib/syntax.test.js' },
    ]);
    const covered = await cover({ only: ['lib/__tests__/sign.js'], timeout_ms: 50_000 });
    expect(covered.run).toMatchObject({ outcome: 'ok', exit_code: 0, errors: [], cases: [{ status: 'passed' }] });
    expect(Object.fromEntries(covered.hits?.get('lib/sign.js') ?? [])).toMatchObject({ 3: 0, 5: 1 });
  });
});

describe('the command line of jest', () => {
  const runnerOf = (content: Record<string, string>, command: string[] = []) =>
    detectRunner(filesOf(content), tests(command));

  test('keeps what chooses tests, not what reports, stops early or looks at git', async () => {
    const script = 'jest --config j.json --coverage -u --bail --onlyChanged --reporters=default -t one unit';
    const runner = await runnerOf({ 'package.json': manifest(script), 'package-lock.json': '{}' });
    const argv = runner?.command(null).argv.join(' ') ?? '';
    expect(argv).toMatch(/^node node_modules\/jest\/bin\/jest\.js unit --config j\.json -t one --json /);
    expect(argv).not.toMatch(/onlyChanged|bail| -u /);
    expect(runner?.command(['a.test.js']).argv.join(' ')).toMatch(/--runTestsByPath a\.test\.js$/);
    expect(runner?.command(['a.test.js']).argv).not.toContain('unit');
  });

  test('test files are those that the settings name', async () => {
    const match = { jest: { testMatch: ['<rootDir>/checks/**/*.check.[jt]s?(x)'] } };
    const named = await runnerOf({ 'package.json': manifest('jest', match) });
    expect(['checks/a/b.check.tsx', 'checks/b.check.js'].map((path) => named?.isTest(path))).toEqual([true, true]);
    expect(named?.isTest('src/a.test.js')).toBe(false);
    const regex = await runnerOf({ 'package.json': manifest(), 'jest.config.json': '{"testRegex": "/it/.*\\\\.js$"}' });
    expect([regex?.isTest('it/a.js'), regex?.isTest('a.test.js')]).toEqual([true, false]);
    const usual = await runnerOf({ 'package.json': manifest() });
    expect([usual?.isTest('src/__tests__/a.ts'), usual?.isTest('src/a.spec.jsx'), usual?.isTest('src/a.js')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
