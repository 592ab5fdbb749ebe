import { expect, test } from 'vitest';
import { missingModule } from '../../src/languages/python/runners/detect.ts';
import { testAt } from '../../src/languages/reports/report.ts';
import { cannotStart, lastLines, neverEnds, nothingRan } from '../../src/languages/runs/fitness.ts';
import { withRefusals } from '../../src/languages/runs/refused.ts';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import type { TestError, TestRun } from '../../src/schema/judge/test-run.ts';
import { filesOf } from './bare.ts';

const error = { type: 'ImportError', message: "No module named 'q'", stack: '', file: 'src/q.py', line: 1 };
const run = (changes: Partial<TestRun>): TestRun => ({ ...noTests(), runner: 'pytest', ...changes });

test('where no test ran, what stopped them or skipped them is named', async () => {
  expect(await nothingRan(null, run({ errors: [error] }), filesOf({}))).toMatch(
    /: without any change pytest stops at No module named 'q' \(src\/q\.py:1\); fix this first/,
  );
  const skipped = { ...testAt('a', ['a']), line: 1, status: 'skipped' as const, duration_ms: 0, error: null };
  expect(await nothingRan(null, run({ cases: [skipped, skipped] }), filesOf({}))).toMatch(
    /pytest skipped all 2 tests;/,
  );
});

test('tests that code of the repository keeps from starting can be mended, those that the machine keeps from it cannot', async () => {
  const silent = { type: 'NoReport', message: 'no readable report', stack: '', file: null, line: null };
  const stopped = (changes: Partial<TestError>) =>
    cannotStart(
      run({ outcome: 'no_report', exit_code: 1, errors: [{ ...silent, ...changes }] }),
      filesOf({ 'lib/read.js': '', 'shop/cart.py': '' }),
    );
  expect(await stopped({})).toMatch(/^the tests cannot be run: /);
  expect(await stopped({ file: 'lib/read.js', line: 3 })).toBeNull();
  expect(await stopped({ stack: 'TypeError: x\n    at read (lib/read.js:3:7)' })).toBeNull();
  expect(await stopped({ stack: '  File "shop/cart.py", line 3, in total' })).toBeNull();
  expect(await stopped({ stack: 'TypeError: x\n    at read (node_modules/a/lib/read.js:3:7)' })).not.toBeNull();
  expect(await stopped({ stack: 'Require stack:\n- lib/read.js' })).not.toBeNull();
  expect(await stopped({ ends: 'run' })).toBeNull();
});

test('where tests do not come to an end, the error of the build or the last lines are told', async () => {
  const build = { ...error, type: 'BuildError', message: 'x:y is not on this machine', file: null, line: null };
  const reason = (changes: Partial<TestRun>) => neverEnds('it failed', run(changes), filesOf({}));
  expect(await reason({ errors: [build] })).toBe(
    'no verdict is possible, since it failed without any change: x:y is not on this machine',
  );
  expect(await reason({ output_tail: 'cannot open the display' })).toMatch(/Its last lines: cannot open the display$/);
});

test('the last lines are what was said, not the stack around it', () => {
  const output_tail = `node:internal/modules/cjs/loader:1210
  throw err;
Error: Cannot find module './nothere.js'
Require stack:
- /p/node_modules/mocha/lib/mocha.js
    at Module._resolve (node:internal/modules/cjs/loader:1207:15)
  code: 'MODULE_NOT_FOUND',
  requireStack: [
    '/p/node_modules/mocha/lib/mocha.js',
    '/p/node_modules/mocha/bin/mocha.js'
  ]
}

Node.js v20.20.2`;
  expect(lastLines({ output_tail })).toBe("throw err; | Error: Cannot find module './nothere.js'");
});

test('a module that a Python project declares is to be installed, any other may be what is asked for', async () => {
  const files = filesOf({ 'requirements.txt': 'PyYAML>=6\n' });
  expect(await missingModule("No module named 'yaml'", files)).toMatch(
    /^yaml, .* \.venv\/bin\/pip install -r requirements\.txt$/,
  );
  expect(await missingModule("No module named 'shop.cart'", files)).toBeNull();
});

test('what a build before the tests refused has a place', () => {
  const output_tail = "> tsc\n\nsrc/x.ts(3,7): error TS2322: Type 'number' is not assignable to type 'string'.";
  const refused = run({ runner: 'node:test', outcome: 'no_report', output_tail });
  expect(withRefusals(refused, '/p').errors).toEqual([
    expect.objectContaining({
      type: 'BuildError',
      file: 'src/x.ts',
      line: 3,
      message: expect.stringContaining('TS2322'),
    }),
  ]);
  expect(withRefusals({ ...refused, outcome: 'ok' }, '/p').errors).toEqual([]);
});
