import fc from 'fast-check';
import { taskKinds } from '../../src/schema/run/task.ts';
import type { Policy, TierHistory } from '../../src/schema/settings/policy.ts';
import { policyWith, tier } from './policy.ts';
import { calm, type Odds, type Script } from './simulator.ts';

const unlikely = fc.constantFrom(0, 0, 0, 0.05, 0.3);
const likely = fc.constantFrom(0, 0.3, 0.7, 1);

/** Odds under which a run stops for no other reason than its own work. */
const workOdds = {
  pass: likely,
  approve: likely,
  unseen: unlikely,
  thin: likely,
  repeat: likely,
  idle: unlikely,
  tamper: unlikely,
  crash: unlikely,
  hand_over: unlikely,
  dependency: unlikely,
  unavailable: unlikely,
  stop: unlikely,
  refuse_plan: unlikely,
  question: unlikely,
  conflict: likely,
  hook: likely,
  clash: unlikely,
};
const worldOdds = { error: unlikely, exhaust: unlikely, cancel: fc.constantFrom(0, 0, 0.01), slow: unlikely };

const scriptOf = (odds: fc.Arbitrary<Partial<Odds>>): fc.Arbitrary<Script> =>
  fc.record({
    seed: fc.nat(),
    tasks: fc.integer({ min: 1, max: 4 }),
    odds: odds.map((some) => ({ ...calm, ...some })),
  });

/** Anything may happen. */
export const anyScript = scriptOf(fc.record({ ...workOdds, ...worldOdds }));
/** Attempts fail in every way, but nobody interferes. */
export const undisturbed = scriptOf(fc.record(workOdds));

/** The first tiers have never solved anything, the third always. */
const taught: TierHistory[] = taskKinds.flatMap((kind) => [
  { tier: 'tier1', kind, tries: [20], solved: [0], usd: 1 },
  { tier: 'tier2', kind, tries: [0, 20], solved: [0, 0], usd: 1 },
  { tier: 'tier3', kind, tries: [0, 0, 20], solved: [0, 0, 20], usd: 1 },
]);

export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    tiers: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    confirm: fc.boolean(),
    roles: fc.constantFrom({}, { test_engineer: 'tier1' }),
    review: fc.constantFrom('on' as const, 'on' as const, 'checks' as const, 'off' as const),
    improve: fc.integer({ min: 0, max: 2 }),
    parallel: fc.integer({ min: 1, max: 3 }),
    keep_partial: fc.constantFrom('progress' as const, 'always' as const, 'never' as const),
    attempts_per_task: fc.integer({ min: 1, max: 12 }),
    review_rounds: fc.integer({ min: 1, max: 3 }),
    same_failure: fc.integer({ min: 2, max: 4 }),
    run_minutes: fc.constantFrom(null, null, 5, 60),
    history: fc.constantFrom<Pick<Policy, 'history'>[]>({}, {}, { history: [] }, { history: taught }),
  })
  .map(({ tiers, history, attempts_per_task, review_rounds, same_failure, run_minutes, ...rest }) =>
    policyWith({
      ...rest,
      ...history,
      tiers: tiers.map((attempts, index) => tier(`tier${index + 1}`, attempts)),
      limits: { attempts_per_task, review_rounds, same_failure, run_minutes },
    }),
  );
