import { describe, expect, test } from 'vitest';
import { newTask } from '../../../src/core/task/fold-task.ts';
import { detectLoop, detectStepLoop, stepEvidence, type Trace } from '../../../src/core/task/loop-detector.ts';
import type { AttemptState } from '../../../src/core/task/task-state.ts';
import { rowFor } from '../../../src/core/task/task-table.ts';
import { policyWith } from '../policy.ts';
import { judgement } from '../verdict.ts';

/** One attempt a word: its failure (`-`: none is known), then its failing tests (`?`: not counted), `!` where some broke. */
function attempts(words: string, { tiers = 'c', from = 1 } = {}): Trace[] {
  return words.split(' ').map((word, at) => {
    const [, failure = '', failing = '', broken = ''] = /^([A-Z-])(\d+|\?)?(!)?$/.exec(word) ?? [];
    return {
      attempt: from + at,
      tier: tiers[at % tiers.length] ?? 'c',
      tree: `tree-${at}`,
      unchanged: false,
      signature: failure === '-' ? null : failure,
      fingerprint: `change-${at}`,
      failing: failing === '?' ? null : Number(failing || 3),
      broken: broken ? 1 : 0,
    };
  });
}

describe('circles that are hard to see', () => {
  test.each([
    ['a period of three', 'A B C A B C', 'the failures of attempts 1, 2, 3 came back in attempts 4, 5, 6'],
    ['a period of four', 'A B C D A B C D', 'attempts 1, 2, 3, 4 came back in attempts 5, 6, 7, 8'],
    ['a period of five', 'A B C D E A B C D E', 'attempts 1, 2, 3, 4, 5 came back in'],
    ['a period of six', 'A B C D E F A B C D E F', 'attempts 1, 2, 3, 4, 5, 6 came back in'],
    ['a period with a repeated part', 'A A B A A B', 'attempts 1, 2, 3 came back in attempts 4, 5, 6'],
    ['a circle after honest work', 'X9 Y7 A B A B', 'attempts 3, 4 came back in attempts 5, 6'],
    ['progress that was lost again and again', 'A5 B3 A5 B3', 'attempts 1, 2 came back in attempts 3, 4'],
    ['a circle that breaks something in its better half', 'A5 B3 A5 B1!', 'attempts 1, 2 came back'],
    ['the same failure after progress', 'A5 B2 B2 B2', 'attempts 2, 3, 4 failed in the same way'],
    ['fewer failing tests, but others newly broken', 'A5 A4! A3!', 'attempts 1, 2, 3 failed in the same way'],
    ['failures that cannot be counted', 'A? A? A?', 'attempts 1, 2, 3 failed in the same way'],
    ['tampering in turn with one failure', 'A -? A -?', 'attempts 1, 2 came back in attempts 3, 4'],
  ])('%s', (_, words, evidence) => {
    expect(detectLoop(attempts(words), 3)?.evidence).toContain(evidence);
    expect(detectLoop(attempts(words).slice(0, -1), 3)).toBeNull();
  });

  test('evidence names attempts by their numbers, also where some were never judged', () => {
    const gaps = attempts('A B A B').map((trace, at) => ({ ...trace, attempt: [2, 5, 6, 9][at] ?? 0 }));
    expect(detectLoop(gaps, 3)?.evidence).toBe('the failures of attempts 2, 5 came back in attempts 6, 9');
  });

  test.each([
    ['a period that has not come back whole', 'A B C A B'],
    ['a period with one new failure in it', 'A B C A B D'],
    ['a flaky test that fails now and then', 'A B A C A'],
    ['tampering between two failures of one kind', 'A A -? A'],
    ['a failure that is counted for the first time', 'A? A? A2'],
    ['fewer failing tests in every round', 'A9 B8 A7 B6 A5 B4'],
    ['the same failure with ever fewer failing tests', 'A9 A8 A7 A6 A5'],
  ])('%s is none', (_, words) => {
    const whole = attempts(words);
    for (const end of whole.keys()) expect(detectLoop(whole.slice(0, end + 1), 3)).toBeNull();
  });

  test('tiers in turn share their trees, not their failures', () => {
    expect(detectLoop(attempts('A B A B A', { tiers: 'cs' }), 3)?.evidence).toContain('attempts 1, 3, 5 failed');
    expect(detectLoop(attempts('A A B B', { tiers: 'cs' }), 3)).toBeNull();
    const twin = attempts('A B C', { tiers: 'cs' }).map((trace, at) => (at === 0 ? trace : { ...trace, tree: 'same' }));
    expect(detectLoop(twin, 3)?.evidence).toBe('attempt 3 made the same change as attempt 2');
  });

  test('steps of a circle are named from its first round', () => {
    const keys = ['x', ...'abcabcabc'];
    expect(detectStepLoop(keys.slice(0, -1))).toBeNull();
    const loop = detectStepLoop(keys);
    expect(loop && stepEvidence(loop)).toBe('steps 2-4, 5-7 and 8-10 are the same');
  });
});

describe('an answer of a person', () => {
  const failing = (number: number, answered: boolean): AttemptState => ({
    ...{ attempt: number, tier: 'smart', usd: 0, from_tree: 'base', tree: 'raw', prompt_ref: null, before_tests: null },
    finished: {
      ...{ type: 'attempt.finished', task: 't1', tier: 'smart', attempt: number, tree: `tree-${number}`, files: ['a'] },
      ...{ insertions: 1, deletions: 0, ended: 'finished', summary: '', fingerprint: `f${number}` },
      diff_ref: 'a'.repeat(64),
    },
    judged: judgement({ tests: { total: 5, failed: 2 } }, { attempt: number, signature: 'the same' }),
    ...{
      integrity: [],
      analyses: [],
      remembered: null,
      conflict: null,
      loop: null,
      review: null,
      hooks: null,
      hook_changes: 0,
      missing: [],
      unreviewed: 0,
      leave: null,
      answered,
      started_at: 0,
      began_ms: 0,
      ended_ms: 0,
    },
  });
  const plan = { id: 't1', title: 'x', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 0 };
  const rowAfter = (...answered: boolean[]) => {
    const all = answered.map((was, at) => failing(at + 1, was));
    const tier_from = answered.lastIndexOf(true) + 1;
    const task = { ...newTask(plan, false), parent: 'base', tier: 'smart', tier_from, attempts: all };
    return rowFor(task, policyWith(), null)?.row.at;
  };

  test('is new: what failed before it does not make the next failure a loop', () => {
    expect(rowAfter(false, false, false)).toBe('loop');
    expect(rowAfter(true, true, false)).toBe('retry');
    expect(rowAfter(true, false, false, false)).toBe('loop');
  });

  test('is not needed to see that a change is the one whose review asked for more', () => {
    const asking = {
      decision: 'request_changes',
      round: 1,
      score: 60,
      feedback: [],
    } as unknown as AttemptState['review'];
    const passing = (number: number, tree: string, review: AttemptState['review'] = null): AttemptState => ({
      ...failing(number, false),
      judged: judgement({ status: 'pass' }, { attempt: number, judged_tree: tree }),
      review,
    });
    const rowOf = (tree: string) => {
      const messages = [
        { seq: 1, to: 'tech_lead', kind: 'PR_FEEDBACK', round: 1, attempt: 2, received: true } as const,
      ];
      const attempts = [passing(1, 'x', asking), passing(2, tree)];
      const task = { ...newTask(plan, false), parent: 'base', tier: 'smart', messages, attempts };
      return rowFor(task, policyWith(), null);
    };
    expect(rowOf('y')?.row.at).toBe('submit');
    expect(rowOf('x')).toMatchObject({ row: { at: 'loop' }, step: { event: { kind: 'same_state' } } });
  });
});
