import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyOf, triedIn } from '../../../src/core/learning/tier-history.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import { newTask } from '../../../src/core/task/fold-task.ts';
import { afterFailure, departureFor } from '../../../src/core/task/ladder.ts';
import type { TaskState } from '../../../src/core/task/task-state.ts';
import type { Tried } from '../../../src/schema/run/event.ts';
import type { Policy, Tier } from '../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../policy.ts';
import { judgement } from '../verdict.ts';

/** A repository: what a try of each tier costs, and which tasks each tier can do. */
interface Repository {
  prices: number[];
  able: boolean[][];
}

const repository: fc.Arbitrary<Repository> = fc.integer({ min: 2, max: 5 }).chain((tiers) =>
  fc.record({
    prices: fc.array(fc.constantFrom(0, 0.01, 0.05, 0.2, 1, 4), { minLength: tiers, maxLength: tiers }),
    able: fc.array(fc.array(fc.boolean(), { minLength: tiers, maxLength: tiers }), { minLength: 20, maxLength: 40 }),
  }),
);

describe('the learned order, over the tasks of any repository', () => {
  test('solves every task that a tier of the ladder can solve, each tier tried once at most', () => {
    fc.assert(
      fc.property(repository, ({ prices, able }) => {
        for (const { solvable, solved, went } of played(prices, able, true)) {
          expect(solved).toBe(solvable);
          expect(new Set(went).size).toBe(went.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('saves where the first tier is of no use, and costs next to nothing more where it is the best', () => {
    const usd = (able: boolean[][], learned: boolean) =>
      played([0.3, 0.4, 4], able, learned).reduce((sum, task) => sum + task.usd, 0);
    const useless = Array.from({ length: 40 }, (_, at) => [false, at % 10 !== 0, true]);
    const fine = Array.from({ length: 40 }, (_, at) => [at % 3 !== 0, at % 2 === 0, true]);
    expect(usd(useless, true)).toBeLessThan(0.8 * usd(useless, false));
    expect(usd(fine, true)).toBeLessThan(1.05 * usd(fine, false));
  });
});

/** Task after task, each with what those before it have shown. */
function played(prices: number[], able: boolean[][], learned: boolean) {
  const tiers = prices.map((price, at): Tier => ({ ...tier(`t${at}`, 1), price: { input: 10 * price, output: 0 } }));
  const seen: Tried[] = [];
  return able.map((can) => {
    const policy = policyWith({ tiers, ...(learned && { history: historyOf(seen, tiers) }) });
    const task = climbed(policy, prices, can);
    seen.push(...triedIn({ ...initialState, policy, tasks: [task] }));
    return {
      solvable: can.some(Boolean),
      solved: task.status === 'completed',
      went: task.attempts.map((attempt) => attempt.tier),
      usd: task.attempts.reduce((sum, attempt) => sum + attempt.usd, 0),
    };
  });
}

/** One task from its first tier to its end. */
function climbed(policy: Policy, prices: number[], can: boolean[]): TaskState {
  const plan = { id: 't1', title: 'x', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 0 };
  let task: TaskState = { ...newTask(plan, false), status: 'active', tier: policy.tiers[0]?.name ?? null };
  task.tier = departureFor(task, policy, 1000)?.tier.name ?? task.tier;
  for (;;) {
    const at = policy.tiers.findIndex(({ name }) => name === task.tier);
    const number = task.attempts.length + 1;
    task = { ...task, attempts: [...task.attempts, attemptOf(number, task.tier ?? '', prices[at] ?? 0)] };
    if (can[at]) return { ...task, status: 'completed' };
    const move = afterFailure(task, policy, 1000);
    if (move.kind !== 'next_tier') return { ...task, status: 'failed' };
    task = { ...task, tier: move.to, tier_from: task.attempts.length };
  }
}

const attemptOf = (attempt: number, name: string, usd: number): TaskState['attempts'][number] => ({
  ...{ attempt, tier: name, usd, from_tree: 'base', tree: 'raw', prompt_ref: null, before_tests: null },
  finished: {
    ...{ type: 'attempt.finished', task: 't1', tier: name, attempt, tree: `tree-${attempt}`, files: ['a.js'] },
    ...{ insertions: 1, deletions: 0, ended: 'finished', summary: '', fingerprint: 'f', diff_ref: 'a'.repeat(64) },
  },
  judged: judgement({ tests: { total: 5, failed: 2 } }, { attempt }),
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
    answered: false,
  },
  ...{ started_at: 0, began_ms: 0, ended_ms: 0 },
});
