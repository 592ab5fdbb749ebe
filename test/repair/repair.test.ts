import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { redactedRun } from '../../src/code/redact-run.ts';
import { asksForRepair } from '../../src/repair/request.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { textOf } from '../adapters/developers/external/stage.ts';
import { processesWith } from '../adapters/sandboxes/support.ts';
import { tests } from '../languages/bare.ts';
import { atRepair, reason } from './stage.ts';

const manifest = '{ "type": "module" }';
const head = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";
const adder = {
  'package.json': manifest,
  'add.js': 'export const add = (a, b) => a - b;\n',
  'add.test.js': `${head}import { add } from './add.js';\ntest('adds', () => assert.equal(add(2, 3), 5));\n`,
};
const green: TestRun = {
  ...{ runner: 'node:test', outcome: 'ok', evidence: 'report', errors: [], duration_ms: 1, exit_code: 0 },
  ...{ signal: null, output_tail: '' },
  cases: [
    { id: 'a', names: ['a'], file: 'add.test.js', line: 1, status: 'passed', duration_ms: 1, error: null },
    { id: 'old', names: ['old'], file: 'old.test.js', line: 1, status: 'failed', duration_ms: 1, error: null },
  ],
};

describe.skipIf(reason !== null)('the repairer', () => {
  test('repairs a line, leaves the rest as it is, and tells the journal where it looked and what it did', async () => {
    const { outcome, steps, workspace, events } = await atRepair(adder);
    expect(outcome).toEqual({
      ended: 'finished',
      summary: expect.stringMatching(/^add\.js:1: .* → .*\n1 of \d+ edits tried/),
      suspects: [{ file: 'add.js', line: 1, suspicion: 1, text: expect.stringContaining('a - b') }],
    });
    expect(await textOf(workspace, 'add.js')).toBe('export const add = (a, b) => a + b;\n');
    expect(await textOf(workspace, 'add.test.js')).toBe(adder['add.test.js']);
    expect(events).toHaveLength(3);
    expect(steps).toMatchObject([
      { step: 1, action: 'localise', decision: 'continue', tree: null },
      {
        step: 2,
        action: 'edit',
        action_input: { path: 'add.js', line: 1, template: 'operator' },
        decision: 'continue',
      },
      { step: 3, action: 'finish', decision: 'done', reason: outcome.summary },
    ]);
    expect(steps[0]?.observation).toContain('add.test.js > adds');
    expect(steps[1]?.observation).toContain('+ export const add = (a, b) => a + b;');
  });

  test.each<[string, Parameters<typeof atRepair>[1]]>([
    ['no test fails', { suite: { last: async () => green, tests: { ...tests(), tolerate: ['old.test.js'] } } }],
    ['the request asks for more than making failing tests pass', { suite: { request: 'add a dark mode' } }],
    ['no repair templates for command', { suite: { tests: tests(['make', 'check']) } }],
    ['this is not a fix', { suite: null }],
  ])('hands over at once where there is nothing to repair: %s', async (why, scene) => {
    const { outcome, steps, tree, base, commands } = await atRepair(adder, scene);
    expect(outcome).toEqual({ ended: 'hand_over', summary: `repair skipped: ${why}` });
    expect(steps).toMatchObject([{ action: 'hand_over', decision: 'escalate' }]);
    expect(tree).toBe(base);
    expect(commands).toEqual([]);
  });

  test('leaves nothing of what the tests write', async () => {
    const writes = "import { writeFileSync } from 'node:fs';\nwriteFileSync('left.txt', 'x');\n";
    const files = { ...adder, 'add.test.js': `${writes}${adder['add.test.js']}` };
    const { outcome, workspace } = await atRepair(files);
    expect(outcome.ended).toBe('finished');
    expect(await workspace.list()).toEqual(['add.js', 'add.test.js', 'package.json']);
  });

  test('repairs faults one after the other', async () => {
    const { outcome, workspace } = await atRepair({
      ...adder,
      'more.js': 'export const more = (list) => list.filter((one) => one < 2);\n',
      'more.test.js': `${head}import { more } from './more.js';\ntest('more', () => assert.deepEqual(more([1, 2, 3]), [3]));\n`,
    });
    expect(outcome).toMatchObject({ ended: 'finished', summary: expect.stringContaining('; ') });
    expect(await textOf(workspace, 'more.js')).toContain('one > 2');
    expect(await textOf(workspace, 'add.js')).toContain('a + b');
  });

  test('puts everything back where nothing makes all pass, and says what it tried', async () => {
    const { outcome, tree, base } = await atRepair({
      ...adder,
      'add.test.js': `${adder['add.test.js']}test('knows', () => assert.equal(add('x', 'y'), 42));\n`,
    });
    expect(outcome).toMatchObject({
      ended: 'hand_over',
      summary: expect.stringMatching(/^none of \d+ small edits fixes the failing tests\. Most suspicious: /),
    });
    expect(tree).toBe(base);
  });

  test.each([
    ['as the answer of a function', 'export const answer = () => 41;\n'],
    ['as a sum', 'export const answer = () => 40 + 1;\n'],
    ['as a constant', 'const best = 41;\nexport const answer = () => best;\n'],
    ['by way of what is protected', "import { best } from './test/best.js';\nexport const answer = () => best;\n"],
  ])('never makes a value of what a test expects: %s', async (_title, code) => {
    const { outcome, tree, base } = await atRepair({
      'package.json': manifest,
      'answer.js': code,
      'test/best.js': 'export const best = 40 + 1;\n',
      'answer.test.js': `${head}import { answer } from './answer.js';\ntest('answers', () => assert.equal(answer(), 42));\n`,
    });
    expect(outcome.ended).toBe('hand_over');
    expect(tree).toBe(base);
  });

  test('breaks nothing else: what the whole suite refuses is not kept', async () => {
    const { outcome, tree, base } = await atRepair({
      ...adder,
      'other.test.js': `${head}import { add } from './add.js';\ntest('takes', () => assert.equal(add(5, 3), 2));\n`,
    });
    expect(outcome.ended).toBe('hand_over');
    expect(tree).toBe(base);
  });

  test('knows a test again whose name looks like a secret', async () => {
    const name = 'git+https://user:password@example.com is refused';
    const of = (file: string, title: string) => ({
      ...{ id: `${file} > ${title}`, names: [title], file, line: null, duration_ms: 1, error: null },
    });
    const last = redactedRun({
      ...green,
      cases: [
        { ...of('add.test.js', 'adds'), status: 'failed' },
        { ...of('other.test.js', name), status: 'passed' },
      ],
    });
    expect(last.cases[1]?.id).toContain('[redacted:');
    const files = { ...adder, 'other.test.js': `${head}test('${name}', () => undefined);\n` };
    const { outcome } = await atRepair(files, { suite: { last: async () => last } });
    expect(outcome.ended).toBe('finished');
  });

  test('keeps to its part of the task’s time, and ends candidates that hang', async () => {
    const loop = {
      'package.json': manifest,
      'sum.js':
        'export function sum(to) {\n  let all = 0;\n  for (let at = 1; at < to; at++) all += at * 2 - at;\n  return all + 7;\n}\n',
      // A tenth of a second each, so that no machine tries them all.
      'sum.test.js': `${head}import { sum } from './sum.js';\ntest('sums', () => {\n  for (const begun = Date.now(); Date.now() - begun < 100; );\n  assert.equal(sum(4), 'ten');\n});\n`,
    };
    const { outcome, tree, base, commands } = await atRepair(loop, { assignment: { time_ms: 16_000 } });
    // A quarter of it, and what the driver of the candidates needs for its own start and end.
    const [part, slack] = [4000, 5000];
    expect(commands).not.toEqual([]);
    for (const { at, timeout_ms } of commands) expect(timeout_ms).toBeLessThanOrEqual(Math.max(1, part - at) + slack);
    expect(outcome).toMatchObject({ ended: 'hand_over', summary: expect.stringContaining('before the time ran out') });
    expect(outcome.summary).toMatch(/Most suspicious: sum\.js:\d/);
    expect(tree).toBe(base);
  });

  test('ends whole when cancelled', async () => {
    const nap = `4${Math.floor(Math.random() * 1e6)}.${process.pid}`;
    const slow = `import { spawnSync } from 'node:child_process';\ntest('waits', () => { spawnSync('sleep', ['${nap}']); assert.equal(add(2, 3), 5); });\n`;
    const controller = new AbortController();
    const files = { ...adder, 'add.test.js': `${adder['add.test.js']}${slow}` };
    const working = atRepair(files, { signal: controller.signal });
    for (let tries = 0; processesWith(nap).length === 0 && tries < 2000; tries += 1) await sleep(50);
    expect(processesWith(nap)).not.toEqual([]);
    controller.abort();
    await expect(working).rejects.toThrow('aborted');
    expect(processesWith(nap)).toEqual([]);
  });
});

describe('what asks for a repair', () => {
  test.each(['fix the failing tests', 'The total is wrong', 'login crashes on empty names', 'tests fail since monday'])(
    '%s',
    (words) => expect(asksForRepair(words)).toBe(true),
  );

  test.each(['add a dark mode', 'Fix the bug and add a test for it', 'make it faster', 'rename the broken module'])(
    'not: %s',
    (words) => expect(asksForRepair(words)).toBe(false),
  );
});
