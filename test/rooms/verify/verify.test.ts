import { describe, expect, test } from 'vitest';
import { policyWith } from '../../core/policy.ts';
import { adder, right, worse } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const newTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../add.js';
test('adds twice', () => assert.equal(add(add(1, 1), 1), 3));
`;

describe('a change', () => {
  test('that fixes what failed passes, and the judged tree is its own', async () => {
    const place = await placeWith({ measured: true });
    const tree = await place.attempt({ 'add.js': right, 'test/twice.test.js': newTest });
    const { verdict, said } = await place.judged();
    expect(said.map((event) => event.type)).toEqual(['execution.remembered', 'verdict.reached']);
    expect(verdict).toMatchObject({ judged_tree: tree, signature: null, crashed: false, hung: false });
    expect(verdict.verdict).toMatchObject({
      status: 'pass',
      recommendation: 'pass_to_commit',
      stopped_at: null,
      tests: { total: 3, passed: 3, failed: 0, fixed: 1, broken: 0 },
    });
  });

  test('that fails says which test, where and how, and has the same signature each time', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({ 'add.js': worse });
    const first = await place.judged();
    await place.attempt({ 'add.js': `// moved down a line\n${worse}` });
    const second = await place.judged();
    expect(first.verdict.verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'tests',
      tests: { total: 2, failed: 2, broken: 1 },
      test_failures: [
        { test: 'test/add.test.js > nothing', file: 'test/add.test.js' },
        { test: 'test/add.test.js > adds' },
      ],
    });
    expect(first.verdict.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(second.verdict.signature).toBe(first.verdict.signature);
    // Both fail with an assertion of the same kind.
    const [analysis] = first.said.filter((event) => event.type === 'failure.analysed');
    expect(analysis).toMatchObject({ count: 2, by: 'nobody', root_cause: '' });
  });

  test('that patches what is not its own says where, once for each thing', async () => {
    const place = await placeWith({ measured: true });
    const patch = 'Array.prototype.last = () => 1;\n';
    await place.attempt({ 'add.js': `${right}${patch}${patch}` });
    const { verdict } = await place.judged();
    const rule = "line 2 patches Array.prototype.last, which is outside this project's own code";
    expect(verdict.verdict).toMatchObject({ stopped_at: 'integrity', warnings: [`add.js: ${rule}`] });
    expect(verdict.verdict.integrity).toEqual([{ file: 'add.js', rule }]);
  });

  test('that adds what the runner would load is judged without it, and told', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({ 'add.js': right, 'vitest.config.js': 'export default {};\n' });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({ status: 'pass', integrity: [{ file: 'vitest.config.js' }] });
    expect(verdict.verdict.warnings).toEqual([
      expect.stringMatching(/^vitest\.config\.js may not be added \(.+\) and was left out$/),
    ]);
    expect(await place.clone.read(verdict.judged_tree, 'vitest.config.js')).toBeNull();
  });

  test('that leaves behind what tools write is judged without that', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({ 'add.js': right, 'node_modules/.cache/x.json': '{}', 'coverage/lcov.info': '' });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({ status: 'pass', integrity: [] });
    expect(verdict.verdict.findings?.map(({ kind }) => kind)).toEqual(['left_behind']);
    expect(await place.clone.read(verdict.judged_tree, 'coverage/lcov.info')).toBeNull();
  });

  test('of nothing never passes, and runs nothing', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({});
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'rule',
      warnings: ['the change is empty'],
    });
    expect(verdict.run_ref).toBeNull();
  });

  test('that does not parse is not run; three such files are more than a slip', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({ 'add.js': 'export const = ;\n' });
    const one = await place.judged();
    expect(one.verdict.verdict).toMatchObject({ stopped_at: 'syntax', recommendation: 'fix_required' });
    expect(one.verdict.verdict.syntax_errors[0]).toMatchObject({ file: 'add.js', line: 1 });
    const bad = Array.from({ length: 40 }, () => 'const = ;').join('\n');
    await place.attempt({ 'a.js': bad, 'b.js': '}', 'c.js': '(' });
    const three = await place.judged();
    expect(three.verdict.verdict.recommendation).toBe('escalate_tier');
  });

  test('that breaks nothing is judged by two runs at once: its tests, and the same with other expected values', async () => {
    // Long enough for the other run to begin meanwhile, on a busy machine too.
    const slow = `import { setTimeout } from 'node:timers/promises';\nimport { test } from 'node:test';\ntest('slow', () => setTimeout(2500));\n`;
    const files = { ...adder, 'add.js': right, 'test/slow.test.js': slow };
    const place = await placeWith({ measured: true, files });
    const { sandbox } = place.world;
    const times: { from: number; to: number }[] = [];
    const run: typeof sandbox.run = async (command, signal) => {
      const from = performance.now();
      const result = await sandbox.run(command, signal);
      if (command.collect.length > 0) times.push({ from, to: performance.now() });
      return result;
    };
    Object.assign(place.world, { sandbox: { ...sandbox, run } });
    await place.attempt({ 'add.js': `${right}export {};\n` });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({ status: 'pass', control: 'none', tests: { total: 3, passed: 3 } });
    expect(times).toHaveLength(2);
    expect(Math.max(...times.map(({ from }) => from))).toBeLessThan(Math.min(...times.map(({ to }) => to)));

    times.length = 0;
    await place.attempt({ 'add.js': `${right}// Said twice.\n` });
    const { verdict: silent } = await place.judged();
    expect(silent.verdict).toMatchObject({ status: 'pass', control: 'none', tests: { total: 3, passed: 3 } });
    expect(times, 'a comment keeps no test from failing').toHaveLength(1);
  });

  test('that looks at what runs it has its tests controlled, also those that take too long for a sample', async () => {
    const slow = `import { setTimeout } from 'node:timers/promises';\ntest('slow', () => setTimeout(1500));\n`;
    const files = { ...adder, 'add.js': right, 'test/add.test.js': `${adder['test/add.test.js']}${slow}` };
    const place = await placeWith({ measured: true, files });
    const { sandbox } = place.world;
    let runs = 0;
    const run: typeof sandbox.run = (command, signal) => {
      if (command.collect.length > 0) runs += 1;
      return sandbox.run(command, signal);
    };
    Object.assign(place.world, { sandbox: { ...sandbox, run } });
    await place.attempt({ 'add.js': `${right}// Said twice.\n` });
    await place.judged();
    expect(runs).toBe(1);
    await place.attempt({ 'add.js': `${right}export const isTested = 'NODE_TEST_CONTEXT' in process.env;\n` });
    const { verdict } = await place.judged();
    expect(runs).toBe(3);
    expect(verdict.verdict.findings?.map(({ kind }) => kind)).toContain('surroundings');
  });

  test('that hangs is a warning, which is no permission', async () => {
    const place = await placeWith({
      measured: true,
      policy: policyWith({ limits: { verify_seconds: 1, full_seconds: 2 } }),
    });
    await place.attempt({ 'add.js': 'for (;;);\nexport const add = 1;\n' });
    const { verdict } = await place.judged();
    expect(verdict).toMatchObject({ hung: true, verdict: { status: 'warning', recommendation: 'escalate_tier' } });
  });
});

describe('tampering', () => {
  const cheat = 'import { test } from "node:test"; test("adds", () => undefined);\n';

  test('with an existing test is named and undone, and the rest is judged by the test as it was', async () => {
    const place = await placeWith({ measured: true });
    await place.attempt({ 'add.js': worse, 'test/add.test.js': cheat });
    const { verdict, said } = await place.judged();
    expect(only(said, 'integrity.violated')).toMatchObject({ files: ['test/add.test.js'], rule: 'existing test' });
    expect(verdict.verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'tests',
      integrity: [{ file: 'test/add.test.js', rule: 'existing test' }],
    });
    expect(await place.clone.read(verdict.judged_tree, 'test/add.test.js')).toBe(adder['test/add.test.js']);
    expect(await place.clone.read(verdict.judged_tree, 'add.js')).toBe(worse);
  });

  test('by removing a test, adding what runners load, or changing the test script is tampering too', async () => {
    const manifest = '{ "name": "adder", "type": "module", "scripts": { "test": "true" } }\n';
    const place = await placeWith({ measured: true });
    await place.attempt({
      'test/add.test.js': null,
      'vitest.config.js': 'x',
      'package.json': manifest,
      'conftest.py': '',
    });
    const { verdict, said } = await place.judged();
    expect(verdict.verdict.integrity.map(({ file }) => file).sort()).toEqual([
      'conftest.py',
      'package.json',
      'test/add.test.js',
      'vitest.config.js',
    ]);
    expect(said.filter((event) => event.type === 'integrity.violated').length).toBeGreaterThan(2);
    expect(verdict.judged_tree).toBe(place.base);
  });

  test('is allowed where a person unlocked it', async () => {
    const place = await placeWith({ measured: true, policy: policyWith({ unlock: ['test/**'] }) });
    await place.attempt({ 'test/add.test.js': cheat });
    const { verdict } = await place.judged();
    expect(verdict.verdict.integrity).toEqual([]);
    expect(await place.clone.read(verdict.judged_tree, 'test/add.test.js')).toBe(cheat);
  });

  test('with names made to burst an event stays small, and is told once', async () => {
    const place = await placeWith({ measured: true });
    const names = Array.from({ length: 60 }, (_, index) => `__mocks__/${'\u0001'.repeat(200)}${index}`);
    await place.attempt(Object.fromEntries(names.map((name) => [name, 'x'])));
    const { said } = await place.judged();
    expect(only(said, 'integrity.violated').files).toHaveLength(20);
    const again = await place.judged();
    expect(again.said.map((event) => event.type)).toEqual(['verdict.reached']);
  });
});

describe('a project', () => {
  test('whose test file does not load yet is fixed by making it load', async () => {
    const files = { ...adder, 'test/add.test.js': (adder['test/add.test.js'] ?? '').replace('../add.js', '../sum.js') };
    const place = await placeWith({ measured: true, files });
    expect(place.state.baseline).toMatchObject({ failed: 1 });
    await place.attempt({ 'sum.js': right });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({ status: 'pass', tests: { total: 2, passed: 2 } });
    expect(verdict.verdict.warnings).toEqual([]);
  });

  test('without tests needs leave, or a test that fails on base, which proves it', async () => {
    const files = { 'package.json': '{ "type": "module" }\n', 'add.js': adder['add.js'] ?? '' };
    const place = await placeWith({ measured: true, files });
    await place.attempt({ 'add.js': right });
    const bare = await place.judged();
    expect(bare.verdict.verdict).toMatchObject({ status: 'fail', stopped_at: 'rule' });
    expect(bare.verdict.verdict.findings?.map(({ kind }) => kind)).toEqual(['untested']);
    await place.attempt({
      'add.js': right,
      'test/two.test.js': "import test from 'node:test';\ntest('two', () => {});\n",
    });
    expect((await place.judged()).verdict.verdict).toMatchObject({ status: 'fail', tests: { passed: 1 } });
    await place.attempt({ 'add.js': right, 'test/twice.test.js': newTest });
    const proven = await place.judged();
    expect(proven.verdict.verdict).toMatchObject({ status: 'pass', warnings: [] });
    expect(proven.verdict.verdict.confidence).toBeGreaterThanOrEqual(0.8);
  });

  test('with a failing test takes documentation as it is, and nothing that only calls itself so', async () => {
    const place = await placeWith({ measured: true, task: { kind: 'docs' } });
    await place.attempt({ 'README.md': '# adder\n' });
    expect((await place.judged()).verdict.verdict).toMatchObject({
      status: 'pass',
      warnings: [],
      tests: { preexisting: 1 },
    });
    await place.attempt({ 'README.md': '# adder\n', 'add.js': `${adder['add.js']}export const x = 1;\n` });
    expect((await place.judged()).verdict.verdict).toMatchObject({ status: 'fail' });
  });
});

test('earlier tasks of a plan may leave what failed before, the last may not', async () => {
  const place = await placeWith({ measured: true });
  const second = { id: 't2', title: 'later', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 1 };
  place.tell({ type: 'plan.proposed', tasks: [second], forecast_usd: null, improvement: false });
  const touched = `${adder['add.js']}export const x = 1;\n`;
  await place.attempt({ 'add.js': touched });
  expect((await place.judged()).verdict.verdict).toMatchObject({ status: 'pass', tests: { preexisting: 1 } });
  place.tell({ type: 'task.finished', task: 't2', status: 'completed', reason: '' });
  await place.attempt({ 'add.js': touched.replace('1', '2') });
  expect((await place.judged()).verdict.verdict).toMatchObject({ status: 'fail', tests: { preexisting: 0 } });
});

test('what failed before and has nothing to do with the change is said and fails nothing', async () => {
  const place = await placeWith({ measured: true, request: 'export the version', task: { title: 'the version' } });
  await place.attempt({ 'other.js': 'export const x = 1;\n' });
  expect((await place.judged()).verdict.verdict).toMatchObject({
    status: 'pass',
    confidence: 0.5,
    tests: { preexisting: 1 },
  });
});
