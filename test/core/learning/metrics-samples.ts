import type { AttemptFacts, RunFacts, TaskFacts } from '../../../src/core/run/run-facts.ts';

export const attempt = (tier: string, usd: number, more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  tier,
  usd,
  passed: false,
  loop: null,
  looped_within: false,
  passed_on: false,
  remaining: 0,
  failed_tests: [],
  patterns: [],
  ...more,
});

export const task = (attempts: AttemptFacts[], more: Partial<TaskFacts> = {}): TaskFacts => ({
  outcome: attempts.at(-1)?.passed ? 'solved' : 'unsolved',
  effort_hours: 1,
  seconds: 60,
  usd: attempts.reduce((sum, { usd }) => sum + usd, 0),
  asked: false,
  recalled: [],
  attempts,
  ...more,
});

export const run = (tasks: TaskFacts[], more: Partial<RunFacts> = {}): RunFacts => ({
  status: tasks.every(({ outcome }) => outcome === 'solved') ? 'completed' : 'failed',
  consultation: false,
  usd: tasks.reduce((sum, { usd }) => sum + usd, 0),
  usd_by_tier: {},
  seconds: 100,
  top: { name: 'smart', forecast_usd: 0.5 },
  learned: 0,
  tasks,
  ...more,
});

const passed = { passed: true };

/** Small enough to be computed by hand. */
export const samples: RunFacts[] = [
  run([task([attempt('cheap', 0.02, passed)])], { usd_by_tier: { cheap: 0.02 } }),
  run(
    [
      task(
        [
          attempt('cheap', 0.02),
          attempt('cheap', 0.04, { loop: 'same_state', remaining: 2 }),
          attempt('smart', 0.3, passed),
        ],
        { effort_hours: 2, seconds: 200, recalled: [3, 3] },
      ),
    ],
    { seconds: 250, learned: 1, usd_by_tier: { cheap: 0.06, smart: 0.3 } },
  ),
  // A call of five cents was lost in a crash: only the end knows of it.
  run([task([attempt('cheap', 0.05), attempt('smart', 0.25, { looped_within: true })])], {
    usd: 0.35,
    seconds: 300,
    usd_by_tier: { cheap: 0.05, smart: 0.25 },
  }),
  run([task([attempt('cheap', 0.01)], { outcome: 'cancelled', effort_hours: 4 })], {
    status: 'cancelled',
    seconds: 10,
    usd_by_tier: { cheap: 0.01 },
  }),
  run([task([attempt('cheap', 0.5)])], { status: null }),
  run([], { consultation: true, usd: 0.07 }),
];
