import { describe, expect, test } from 'vitest';
import { rowFor } from '../../../src/core/task/task-table.ts';
import { test as room } from '../../../src/rooms/test/test.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { policyWith } from '../../core/policy.ts';
import { only, placeWith } from '../place.ts';

const thought = 'They are missing.';
const feature = 'export const double = (a) => 2 * a;\n';
const unproven = { status: 'pass' as const, warnings: ['unproven: nothing shows it'], tests: { total: 2, passed: 2 } };
const tests = (expected: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double } from '../double.js';
test('doubles', () => assert.equal(double(2), ${expected}));
`;
const write = (path: string, content: string): Line => call('write', { thought, path, content });
const done = call('finish', {
  thought,
  files: ['test/double.test.js'],
  covers: [{ kind: 'happy', test: 'doubles' }],
});

/** A feature that passed and shows nothing, and what the test engineer does about it. */
async function engineered(...lines: Line[]) {
  const model = scriptedModel((turn) => {
    const asked = JSON.stringify(model.requests.at(-1)?.tools);
    return asked.includes('broken') ? call('finish', { thought, broken: [] }) : (lines[turn] ?? done);
  });
  const policy = policyWith({ roles: { test_engineer: 'cheap' } });
  const place = await placeWith({ measured: true, policy, model, task: { kind: 'feature', title: 'double' } });
  const tree = await place.attempt({ 'double.js': feature, 'add.js': 'export const add = (a, b) => a + b;\n' });
  place.ruled(unproven);
  const next = () => {
    const [task] = place.state.tasks;
    return task && rowFor(task, policy, place.state.baseline)?.row.at;
  };
  const lets = () => place.lets((context, world) => room({ kind: 'test', task: 't1', attempt: 1 }, context, world));
  expect(next()).toBe('test');
  return { place, tree, next, lets, requests: model.requests, said: await lets() };
}
const attemptIn = ({ place }: Pick<Awaited<ReturnType<typeof engineered>>, 'place'>) =>
  place.state.tasks[0]?.attempts[0];

describe('the test engineer', () => {
  test('adds a test file, and the attempt is judged again with it', async () => {
    const scene = await engineered(write('test/double.test.js', tests(4)));
    const written = only(scene.said, 'tests.written');
    expect(written.files).toEqual(['test/double.test.js']);
    expect(scene.requests[0]?.messages[1]?.text).toContain('+export const double');
    expect(scene.next()).toBe('verify');

    const { verdict } = await scene.place.judged();
    expect(verdict).toMatchObject({ judged_tree: written.tree, verdict: { status: 'pass', tests: { total: 3 } } });
    expect(verdict.verdict.warnings.join()).not.toContain('unproven');
    expect(scene.next()).toBe('submit');
    expect(attemptIn(scene)?.finished).toMatchObject({ tree: written.tree, diff_ref: written.diff_ref });
  });

  test('whose test fails sinks nothing: the first verdict stands, and says why', async () => {
    const scene = await engineered(write('test/double.test.js', tests(5)));
    const before = attemptIn(scene)?.before_tests?.finished;
    const { verdict, said } = await scene.place.judged();
    expect(said.map(({ type }) => type)).toEqual(['execution.remembered', 'verdict.reached']);
    expect(verdict).toMatchObject({ judged_tree: scene.tree, verdict: { status: 'pass' } });
    expect(verdict.verdict.warnings).toEqual([
      unproven.warnings[0],
      expect.stringMatching(/^test_engineer: its tests were dropped.*test\/double\.test\.js > doubles/),
    ]);
    expect(attemptIn(scene)?.finished).toEqual(before);
    expect(scene.next()).toBe('submit');
  });

  test('has nothing but new test files taken from it', async () => {
    const { said, place, tree } = await engineered(
      write('double.js', 'export const double = () => 4;\n'),
      write('helper.js', '1;\n'),
      write('test/add.test.js', ''),
      write('test/double.test.js', tests(4)),
    );
    const written = only(said, 'tests.written');
    const { changes } = await place.clone.diff(tree, written.tree);
    expect(changes.map(({ path }) => path)).toEqual(['test/double.test.js']);
  });

  test('is answered what git says of the change, as the developer is', async () => {
    const { requests } = await engineered(call('run', { thought, command: 'git diff' }));
    const answer = requests[1]?.messages.at(-1);
    expect(JSON.stringify(answer)).toContain('+export const double');
  });

  test.each<[string, Line]>([
    ['writes none', done],
    ['cannot be reached', { fault: { kind: 'unauthorized', message: 'no' } }],
    ['never answers', { text: 'Hm.' }],
  ])('that %s leaves the attempt as it was, and is asked no more', async (_, line) => {
    const { said, tree, next } = await engineered(line);
    expect(only(said, 'tests.written')).toMatchObject({ files: [], tree });
    expect(next()).toBe('submit');
  });

  test('is not asked again, and loses nothing, when its end is in the journal and its tests are not', async () => {
    const { place, said, requests, lets } = await engineered(write('test/double.test.js', tests(4)));
    const asked = requests.length;
    place.events.pop();
    expect(only(await lets(), 'tests.written')).toEqual(only(said, 'tests.written'));
    expect(requests).toHaveLength(asked);
  });
});
