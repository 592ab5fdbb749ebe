import { describe, expect, test } from 'vitest';
import type { World } from '../../../src/ports/world.ts';
import { accept } from '../../../src/rooms/accept/accept.ts';
import { review } from '../../../src/rooms/review/review.ts';
import type { Proof } from '../../../src/schema/run/task.ts';
import { policyWith } from '../../core/policy.ts';
import { right } from '../../engine/house.ts';
import { only, type PlaceOptions, placeWith } from '../place.ts';

const newTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../add.js';
test('nothing can be added', () => assert.equal(add(0, 4), 4));
test('it exists', () => assert.equal(typeof add, 'function'));
`;
const proof = (criterion: number, by: Proof['by'], name: string): Proof => ({ criterion, by, name });

/** A fix with a new test, judged by running it and reviewed. */
async function reviewed(task: PlaceOptions['task'], proofs: Proof[] = []) {
  const place = await placeWith({ measured: true, task: { kind: 'fix', ...task } });
  await place.attempt({ 'add.js': right, 'test/zero.test.js': newTest }, proofs.length > 0 ? { proofs } : {});
  const { verdict } = await place.judged();
  expect(verdict.verdict.status).toBe('pass');
  const said = await place.lets((context, world) => review({ kind: 'review', task: 't1', attempt: 1 }, context, world));
  const scored = only(said, 'review.scored');
  return { place, scored, states: scored.criteria?.map(({ state }) => state) };
}

test('tasks that are reviewed at the same time run their commands in folders of their own', async () => {
  const proofs = [proof(1, 'command', 'node --check add.js')];
  const place = await placeWith({ policy: policyWith({ parallel: 2 }), task: { acceptance: ['it runs'], proofs } });
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } }, { run_ref: null });
  const folders: string[] = [];
  const clone: World['repo']['clone'] = async (...given) => {
    const real = await place.repo.clone(...given);
    return {
      ...real,
      workspace: (name, tree) => {
        folders.push(name);
        return real.workspace(name, tree);
      },
    };
  };
  await place.lets((context, world) =>
    review({ kind: 'review', task: 't1', attempt: 1 }, context, { ...world, repo: { ...world.repo, clone } }),
  );
  expect(folders).toEqual(['t1-criteria']);
});

describe('acceptance criteria', () => {
  test('are proven by what was named, where it ran, passed and fails without the change', async () => {
    const { scored, states } = await reviewed({
      acceptance: ['zero works', 'it is there', 'it adds', 'the code says so', 'it runs', 'it looks good'],
      proofs: [
        proof(1, 'test', 'nothing can be added'),
        proof(2, 'test', 'it exists'),
        proof(3, 'test', 'test/add.test.js'),
        proof(4, 'file', 'add.js: a + b'),
        proof(5, 'command', 'node --check add.js'),
        proof(6, 'person', 'the page'),
      ],
    });
    expect(states).toEqual(['proven', 'unproven', 'proven', 'proven', 'proven', 'person']);
    expect(scored).toMatchObject({ blocking: [], decision: 'approve', breakdown: { acceptance: 8 } });
    expect(scored.left_out).toContain('acceptance: 1 of 6 criteria, which code cannot judge');
    expect(scored.feedback.join('\n')).toContain('acceptance: not proven: it is there: "it exists" passes without');
  });

  test('block where the proof is missing or fails, with what would prove them, although the score would do', async () => {
    const { scored, states } = await reviewed({
      acceptance: ['zero works', 'it is documented', 'it is checked'],
      proofs: [
        proof(1, 'test', 'adds zero'),
        proof(2, 'file', 'README.md: how to add'),
        proof(3, 'command', 'node --check nowhere.js'),
      ],
    });
    expect(states).toEqual(['unmet', 'unmet', 'unmet']);
    expect(scored.score).toBeGreaterThanOrEqual(80);
    expect(scored.decision).toBe('request_changes');
    expect(scored.blocking).toEqual([
      expect.stringContaining('acceptance: not met: zero works: no test "adds zero" ran; add it, or name the test'),
      'acceptance: not met: it is documented: there is no file README.md',
      expect.stringMatching(/^acceptance: not met: it is checked: it ends with 1/),
    ]);
  });

  test('are shown by the test that the developer names, if that fails without the change', async () => {
    const task = { acceptance: ['zero works', 'it is there'], proofs: [proof(1, 'test', 'adds zero')] };
    const named = [proof(1, 'test', 'nothing can be added'), proof(2, 'test', 'it exists')];
    const { states, scored } = await reviewed(task, named);
    expect(states).toEqual(['proven', 'unproven']);
    expect(scored.breakdown.acceptance).toBe(5);
  });

  test('that nobody tested do not score', async () => {
    const { scored, states } = await reviewed({ acceptance: ['it is fast', 'it is safe'] });
    expect(states).toEqual(['unproven', 'unproven']);
    expect(scored).toMatchObject({ score: 90, breakdown: { acceptance: 0 } });
  });

  test('by commands that need a shell, or that say nothing, are not proven, and nothing is run', async () => {
    const { states } = await reviewed({
      acceptance: ['a', 'b'],
      proofs: [proof(1, 'command', 'node --check add.js && touch x'), proof(2, 'command', 'echo fine')],
    });
    expect(states).toEqual(['unproven', 'unproven']);
  });
});

describe('the last look', () => {
  const commit = (tree: string, sha: string, task = 't1') =>
    ({ type: 'commit.created', task, branch: 'pawl/x', sha, tree, parent: '', partial: false }) as const;

  async function concluded(place: Awaited<ReturnType<typeof reviewed>>['place'], tree: string) {
    const sha = await place.clone.commit({ tree, parent: place.target.head, message: 'x', at: 0 });
    place.tell(commit(tree, sha));
    const said = await place.lets((context, world) => accept({ kind: 'accept', task: null }, context, world));
    return only(said, 'criteria.checked');
  }

  test('runs nothing again where exactly that tree was judged, and lists every criterion', async () => {
    const { place, scored } = await reviewed({
      acceptance: ['zero works', 'it is fast'],
      proofs: [proof(1, 'test', 'nothing can be added')],
    });
    const judged = place.state.tasks[0]?.attempts[0]?.judged?.judged_tree ?? '';
    const checked = await concluded(place, judged);
    expect(checked).toMatchObject({ judged: true, failures: [], tree: judged });
    expect(checked.criteria.map(({ task: _, ...row }) => row)).toEqual(scored.criteria);
  });

  test('runs the whole suite on any other tree, and names what fails there and did not before', async () => {
    const { place } = await reviewed({
      acceptance: ['zero works', 'the code says so'],
      proofs: [proof(1, 'test', 'nothing can be added'), proof(2, 'file', 'add.js: a + b')],
    });
    const workspace = await place.clone.workspace(
      'merge',
      place.state.tasks[0]?.attempts[0]?.judged?.judged_tree ?? '',
    );
    await workspace.write('add.js' as never, 'export const add = (a, b) => a - b;\n');
    const checked = await concluded(place, await workspace.snapshot());
    expect(checked.judged).toBe(false);
    expect(checked.failures.join()).toContain('nothing can be added');
    expect(checked.criteria.map(({ state }) => state)).toEqual(['unmet', 'unmet']);
    expect(checked.criteria[1]?.why).toBe('add.js does not say "a + b"');
  });
});
