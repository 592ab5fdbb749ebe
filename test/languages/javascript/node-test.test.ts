import { describe, expect, test } from 'vitest';
import { nodeTest } from '../../../src/languages/javascript/runners/node-test/node-test.ts';
import { ended, filesOf, project, statuses, tests } from '../bare.ts';
import { sealOf } from './sealing.ts';

const manifest = JSON.stringify({ type: 'module' });
const imports = "import { after, before, describe, it, test } from 'node:test';\nimport assert from 'node:assert';\n";

describe('node:test', () => {
  test('names every test by file, suites and name, with its status and place', async () => {
    const { run, runner } = await project({
      'package.json': manifest,
      'test/helper.js': 'export const one = 1;\n',
      'test/a.test.js': `${imports}
test('passes', () => {});
describe('outer', () => {
  describe('inner', () => {
    it('fails \u00fcn\u00efc\u00f6de \u2713', () => {
      assert.equal(1, 2);
    });
    it.skip('skipped', () => {});
    it.todo('later');
    it('twice', () => {});
    it('twice', () => {});
  });
});
test('parent', async (t) => {
  await t.test('child', () => {});
});
test('text', () => {
  throw 'just text';
});
test('own', () => {
  throw Object.assign(new TypeError('odd'), { detail: 1 });
});
`,
    });
    const result = await run();
    expect(runner.id).toBe('node:test');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1, errors: [] });
    expect(statuses(result)).toEqual({
      'test/a.test.js > passes': 'passed',
      'test/a.test.js > outer > inner > fails \u00fcn\u00efc\u00f6de \u2713': 'failed',
      'test/a.test.js > outer > inner > skipped': 'skipped',
      'test/a.test.js > outer > inner > later': 'skipped',
      'test/a.test.js > outer > inner > twice': 'passed',
      'test/a.test.js > outer > inner > twice #2': 'passed',
      'test/a.test.js > parent > child': 'passed',
      'test/a.test.js > parent': 'passed',
      'test/a.test.js > text': 'failed',
      'test/a.test.js > own': 'failed',
    });
    const failed = result.cases.filter((one) => one.error).map((one) => one.error);
    expect(failed).toMatchObject([
      { type: 'AssertionError', message: '1 == 2', file: 'test/a.test.js', line: 8 },
      { type: 'string', message: 'just text', file: 'test/a.test.js' },
      { type: 'TypeError', message: 'odd', file: 'test/a.test.js', line: 23 },
    ]);
    expect(failed[0]?.stack).toContain('(test/a.test.js:8');
    expect(result.output_tail).toContain('passes');
  });

  test('a file that does not load is an error with its name, and no test', async () => {
    const { run } = await project({
      'package.json': manifest,
      'src/broken.js': 'export const = 1;\n',
      'test/good.test.js': `${imports}test('good', () => {});\n`,
      'test/syntax.test.js': `${imports}test('x', () => {\n`,
      'test/missing.test.js': `${imports}import './nope.js';\ntest('x', () => {});\n`,
      'test/inner.test.js': `${imports}import '../src/broken.js';\ntest('x', () => {});\n`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({ 'test/good.test.js > good': 'passed' });
    const errors = [...result.errors].sort((a, b) => ((a.file ?? '') > (b.file ?? '') ? 1 : -1));
    expect(errors).toHaveLength(3);
    expect(errors).toMatchObject([
      { type: 'SyntaxError', message: expect.stringContaining('test/inner.test.js: '), file: 'src/broken.js', line: 1 },
      { type: 'Error', message: expect.stringContaining("'test/nope.js'"), file: 'test/missing.test.js' },
      { type: 'SyntaxError', message: 'Unexpected end of input', file: 'test/syntax.test.js', line: 4 },
    ]);
  });

  test('a file that leaves early never looks like a pass', async () => {
    const { run } = await project({
      'package.json': manifest,
      'test/at-once.test.js': `${imports}process.exit(0);\n`,
      'test/midway.test.js': `${imports}
test('first', () => new Promise((resolve) => setTimeout(resolve, 150)));
describe('group', () => {
  it('leaves', async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    process.exit(0);
  });
});
test('last', () => assert.fail('never reached'));
`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({
      'test/midway.test.js > first': 'passed',
      'test/midway.test.js > group > leaves': 'failed',
    });
    expect(result.cases[1]?.error).toMatchObject({ type: 'EarlyExit', file: 'test/midway.test.js', ends: 'file' });
    expect(result.errors).toEqual([]);
  });

  test('failed hooks, late errors and rejections are errors or failed tests', async () => {
    const { run } = await project({
      'package.json': manifest,
      'test/hooks.test.js': `${imports}
describe('first', () => {
  before(() => {
    throw new Error('no set-up');
  });
  it('cannot run', () => {});
});
describe('second', () => {
  after(() => {
    throw new Error('no tear-down');
  });
  it('runs', () => {});
});
`,
      'test/late.test.js': `${imports}
test('looks fine', () => {});
setTimeout(() => {
  throw new RangeError('too late');
}, 20);
`,
      'test/rejects.test.js': `${imports}
test('forgets a promise', () => {
  Promise.reject(new TypeError('nobody listens'));
});
`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({
      'test/hooks.test.js > first > cannot run': 'error',
      'test/hooks.test.js > second > runs': 'passed',
      'test/late.test.js > looks fine': 'passed',
      'test/rejects.test.js > forgets a promise': 'passed',
    });
    expect(result.errors).toMatchObject([
      { type: 'Error', message: 'failed running before hook: no set-up', file: 'test/hooks.test.js', line: 6 },
      { type: 'Error', message: 'failed running after hook: no tear-down', file: 'test/hooks.test.js', line: 12 },
      { type: 'RangeError', message: 'after the test had ended: too late' },
      { type: 'TypeError', message: 'after the test had ended: nobody listens', file: 'test/rejects.test.js', line: 4 },
    ]);
  });

  test('a test that hangs is named when time is up, beside what was done before', async () => {
    const { run } = await project({
      'package.json': manifest,
      'test/hang.test.js': `${imports}
test('done', () => {});
test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));
`,
    });
    const result = await run({ timeout_ms: 12_000 });
    expect(result.outcome).toBe('timeout');
    expect(statuses(result)).toEqual({ 'test/hang.test.js > done': 'passed' });
    expect(result.errors).toMatchObject([
      { type: 'Unfinished', file: 'test/hang.test.js', message: 'did not finish: hangs' },
    ]);
  });

  test('endless output ends the run as such', async () => {
    const { run } = await project({
      'package.json': manifest,
      'test/loud.test.js': `${imports}
test('loud', async () => {
  for (;;) {
    console.log('\\u001b[31mnoise'.repeat(100));
    await new Promise((resolve) => setImmediate(resolve));
  }
});
`,
    });
    const result = await run({ output_limit: 200_000 });
    expect(result.outcome).toBe('output_limit');
    expect(new TextEncoder().encode(result.output_tail).length).toBeLessThanOrEqual(4096);
    expect(result.output_tail).not.toContain('\u001b');
  });

  test('runs only the named files, and what the test script names otherwise', async () => {
    const content = {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'FLAG=on node --test unit "more/**/*.check.js"' },
      }),
      'unit/a.test.js': `${imports}test('a', () => assert.equal(process.env.FLAG, 'on'));\n`,
      'unit/b.test.js': `${imports}test('b', () => {});\n`,
      'unit/helper.js': 'throw new Error("not a test");\n',
      'more/deep/c.check.js': `${imports}test('c', () => {});\n`,
      'other/d.test.js': `${imports}test('d', () => {});\n`,
    };
    const { run, runner } = await project(content);
    expect(Object.keys(statuses(await run()))).toEqual([
      'more/deep/c.check.js > c',
      'unit/a.test.js > a',
      'unit/b.test.js > b',
    ]);
    expect(statuses(await run({ only: ['unit/b.test.js'] }))).toEqual({ 'unit/b.test.js > b': 'passed' });
    expect(runner.isTest('more/new.check.js')).toBe(true);
    expect(runner.isTest('src/new.js')).toBe(false);
  });

  test('a project without tests has none, and that is no fault', async () => {
    const { run } = await project({ 'package.json': manifest, 'src/a.js': 'export {};\n' });
    expect(await run()).toMatchObject({ outcome: 'ok', cases: [], errors: [], exit_code: 0 });
  });

  test('a step before the tests is kept, and its failure is not a pass', async () => {
    const build = (script: string) => ({
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { build: script, test: 'eslint . && npm run build && node --test dist/x.test.js' },
      }),
    });
    const made = `${imports}test('built', () => {});\n`;
    const good = await project({ ...build('mkdir -p dist && cp made.txt dist/x.test.js'), 'made.txt': made });
    expect(statuses(await good.run())).toEqual({ 'dist/x.test.js > built': 'passed' });
    const bad = await project(build('exit 3'));
    expect(await bad.run()).toMatchObject({ outcome: 'no_report', exit_code: 3, errors: [{ type: 'NoReport' }] });
  });

  test('TypeScript tests go through tsx where the project has it', async () => {
    const content = {
      'package.json': JSON.stringify({ devDependencies: { tsx: '^4' }, scripts: { test: 'node --test' } }),
      'test/a.test.ts': '',
      'src/a.ts': '',
    };
    const { runner } = await project(content);
    const { argv } = runner.command(null);
    expect(argv.slice(2, 5)).toEqual(['--import', 'tsx', '--test']);
    expect(argv.at(-1)).toBe('test/a.test.ts');
    const other = await project(content, tests(['npx', 'tsx', '--test', '--test-reporter', 'dot', 'test/a.test.ts']));
    expect(other.runner.command(null).argv.join(' ')).not.toContain('dot');
  });
});

describe("the report of node's runner", () => {
  const runner = nodeTest(filesOf({}), { env: {}, before: null, words: [] }, ['--test'], { hasTsx: false });
  const read = (report: string, part = {}) =>
    runner.read(ended({ files: { 'report.ndjson': report }, stderr: sealOf([['pass', 'a', false]]), ...part }), '/w');
  const begin = '{"e":"begin"}\n';
  const pass = '{"e":"pass","name":"a","nesting":0,"file":"/w/a.test.js","line":2,"column":1,"inside":[],"ms":1}\n';

  test('counts only when it is whole', () => {
    expect(read(`${begin}${pass}{"e":"end","lines":2,"unfinished":[]}\n`)).toMatchObject({ outcome: 'ok', errors: [] });
    for (const damaged of [
      '',
      begin,
      `${begin}${pass}`,
      `${pass}{"e":"end","lines":1}\n`,
      `${begin}${pass}{"e":"end","lines":3}\n`,
      `${begin}${pass}{"e":"end","lines":2}\n${pass}`,
      `${begin}${pass}{"e":"end","lines":2}\n{"e":"end","lines":3}\n`,
      `${begin}not json\n{"e":"end","lines":2}\n`,
      `${begin}[]\n{"e":"end","lines":2}\n`,
      `${begin}{"e":"pass","nesting":1e99,"inside":{"a":1},"name":null}\n`,
    ]) {
      expect(read(damaged)).toMatchObject({ outcome: 'no_report', errors: [{ type: 'NoReport' }] });
    }
    expect(runner.read(ended(), '/w').outcome).toBe('no_report');
  });

  test('keeps what could be read', () => {
    expect(statuses(read(`${begin}${pass}{"e":"pa`))).toEqual({ 'a.test.js > a': 'passed' });
  });

  test('is not read when it is absurdly large', () => {
    expect(read('x'.repeat(65 * 1024 * 1024)).outcome).toBe('no_report');
    expect(read(`${begin}${'{"e":"pass"'.repeat(1000)}`).outcome).toBe('no_report');
  });

  test('is made with assertions that the code under test cannot replace', async () => {
    const { run } = await project({
      'package.json': manifest,
      'src/loose.cjs': "const assert = require('node:assert');\nassert.equal = () => {};\nassert.odd = () => {};\n",
      'src/strict.js': "import assert from 'node:assert/strict';\nassert.equal = () => {};\n",
      'test/a.test.js': `${imports}import '../src/loose.cjs';\ntest('a', () => assert.equal(1, 2));\ntest('b', () => assert.odd());\n`,
      'test/b.test.js': `${imports}import '../src/strict.js';\ntest('c', () => assert.equal(1, 2));\n`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({ 'test/a.test.js > a': 'failed', 'test/a.test.js > b': 'passed' });
    expect(result.errors).toMatchObject([{ type: 'TypeError', file: 'src/strict.js', line: 2 }]);
  });

  test('must be the one that its reporter sealed', () => {
    const whole = `${begin}${pass}{"e":"end","lines":2,"unfinished":[]}\n`;
    const own = sealOf([['pass', 'a', false]]);
    const other = sealOf([['fail', 'a', false]]);
    const late = sealOf([['pass', 'a', false]], 'ff');
    for (const stderr of ['', other, `${other}${late}`, late.replace('promised', 'told'), own.slice(0, -9)])
      expect(read(whole, { stderr })).toMatchObject({ outcome: 'no_report' });
    const quiet = read(whole, { stderr: `before\n${own}after\n` });
    expect(quiet).toMatchObject({ outcome: 'ok', output_tail: 'before\nafter' });
  });

  test('must agree with the exit code', () => {
    const whole = `${begin}${pass}{"e":"end","lines":2,"unfinished":[]}\n`;
    expect(read(whole, { exit_code: 7 })).toMatchObject({ outcome: 'ok', errors: [{ type: 'ExitCode' }] });
  });

  test('never hides how the command ended', () => {
    for (const how of ['timeout', 'cancel', 'output_limit', 'memory', 'crash'] as const) {
      expect(read(begin, { ended: how, exit_code: null }).outcome).toBe(how);
    }
  });
});
