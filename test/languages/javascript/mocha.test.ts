import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { ended, filesOf, lacksPackage, project, statuses, tests } from '../bare.ts';

const reason = lacksPackage('mocha');
const manifest = (script = 'mocha', more: object = {}) =>
  JSON.stringify({ scripts: { test: script }, devDependencies: { mocha: '^11' }, ...more });
const assert = "const assert = require('node:assert');\n";

describe.skipIf(reason !== null)('mocha (needs mocha)', () => {
  test('names every test by file, suites and name, with its status and place', async () => {
    const { run, runner } = await project({
      'package.json': manifest('mocha --reporter dot --bail'),
      'src/half.js': 'exports.half = (x) => x.y.z;\n',
      'test/a.js': `${assert}const { half } = require('../src/half');
it('passes', () => {});
describe('outer', () => {
  describe('inner', () => {
    it('fails', () => {
      assert.equal(1, 2);
    });
    it.skip('skipped', () => {});
    it('later');
    it('twice', () => {});
    it('twice', () => {});
  });
});
it('deep', () => half({}));
it('after', (done) => {
  done();
  done(new Error('again'));
});
`,
      'test/hook.mjs':
        "describe('h', () => {\n  before(() => {\n    throw new TypeError('no set-up');\n  });\n  it('x', () => {});\n});\n",
    });
    expect(runner.id).toBe('mocha');
    const result = await run();
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report' });
    expect(statuses(result)).toEqual({
      'test/a.js > passes': 'passed',
      'test/a.js > outer > inner > fails': 'failed',
      'test/a.js > outer > inner > skipped': 'skipped',
      'test/a.js > outer > inner > later': 'skipped',
      'test/a.js > outer > inner > twice': 'passed',
      'test/a.js > outer > inner > twice #2': 'passed',
      'test/a.js > deep': 'failed',
      'test/a.js > after': 'failed',
    });
    expect(result.cases.filter((one) => one.error).map((one) => one.error)).toMatchObject([
      { type: 'TypeError', file: 'src/half.js', line: 1 },
      { message: expect.stringContaining('done() called multiple times'), file: 'test/a.js' },
      { type: 'AssertionError', message: '1 == 2', file: 'test/a.js', line: 7 },
    ]);
    expect(result.errors).toMatchObject([
      { type: 'TypeError', message: expect.stringContaining('no set-up'), file: 'test/hook.mjs', line: 3 },
    ]);
  });

  test('a file that does not load ends mocha, and the error says where; leaving early is no pass', async () => {
    const missing = await project({
      'package.json': manifest(),
      'test/a.js': "require('./nope');\nit('x', () => {});\n",
    });
    expect(await missing.run()).toMatchObject({
      outcome: 'no_report',
      errors: [{ message: expect.stringContaining("Cannot find module './nope'"), file: 'test/a.js', line: 1 }, {}],
    });
    const leaves = await project({ 'package.json': manifest(), 'test/a.js': "it('x', () => process.exit(0));\n" });
    expect(await leaves.run()).toMatchObject({
      outcome: 'no_report',
      exit_code: 0,
      cases: [{ id: 'test/a.js > x', status: 'failed', error: { type: 'EarlyExit', file: 'test/a.js', ends: 'run' } }],
      errors: [{ type: 'NoReport' }],
    });
  });

  test('runs only the named files, in parallel where the script says so', async () => {
    const { run } = await project({
      'package.json': manifest('mocha --parallel --jobs 2 checks'),
      'checks/a.js': "describe('s', () => it('a', () => {}));\n",
      'checks/b.js': "it('b', () => {});\n",
    });
    expect(statuses(await run())).toEqual({ 'checks/a.js > s > a': 'passed', 'checks/b.js > b': 'passed' });
    expect(statuses(await run({ only: ['checks/b.js'] }))).toEqual({ 'checks/b.js > b': 'passed' });
  });
});

describe("mocha's report", () => {
  const content = { 'package.json': manifest('mocha', { mocha: { spec: ['checks/**/*.cjs', 'one.js'] } }) };
  const read = async (report: string, part = {}) =>
    (await detectRunner(filesOf(content), tests()))?.read(ended({ files: { 'report.ndjson': report }, ...part }), '/w');
  const lines = [
    { e: 'begin' },
    { e: 'run', n: 0, titles: ['s', 'a'], file: '/w/t.js' },
    { e: 'pass', n: 0, titles: ['s', 'a'], file: '/w/t.js', ms: 3 },
    { e: 'end', lines: 3 },
  ].map((line) => JSON.stringify(line));

  test('counts only when it is whole', async () => {
    expect(await read(lines.join('\n'))).toMatchObject({ outcome: 'ok', errors: [], cases: [{ id: 't.js > s > a' }] });
    for (let length = 0; length < lines.length; length += 1) {
      expect(await read(lines.slice(0, length).join('\n'))).toMatchObject({ outcome: 'no_report' });
    }
    for (const damaged of [lines.slice(1), [...lines, ...lines], [lines[0], '{}', lines[3]]]) {
      expect(await read(damaged.join('\n'))).toMatchObject({ outcome: 'no_report' });
    }
    expect((await read(lines.join('\n'), { exit_code: 1 }))?.errors).toMatchObject([{ type: 'ExitCode' }]);
  });

  test('a test that failed has failed, whatever comes after', async () => {
    const failed = { e: 'fail', n: 0, titles: ['s', 'a'], file: '/w/t.js', error: { message: 'm' } };
    const report = [lines[0], JSON.stringify(failed), lines[2], lines[3]].join('\n');
    expect((await read(report, { exit_code: 1 }))?.cases).toMatchObject([{ status: 'failed' }]);
  });

  test('test files are those that the configuration names', async () => {
    const runner = await detectRunner(filesOf(content), tests());
    expect(['checks/a/b.cjs', 'one.js', 'test/x.js', 'src/a.js'].map((path) => runner?.isTest(path))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
