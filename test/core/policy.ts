import type { Policy, Tier } from '../../src/schema/settings/policy.ts';

export const tier = (name: string, attempts = 3): Tier => ({
  name,
  developer: 'native',
  model: `local/${name}`,
  price: { input: 1, output: 2 },
  attempts,
  command: [],
});

type Changes = Partial<Omit<Policy, 'limits'>> & { limits?: Partial<Policy['limits']> };

/** A policy as the configuration would make it, changed where a test says so. */
export function policyWith({ limits, ...changes }: Changes = {}): Policy {
  return {
    plan: 'single',
    confirm: false,
    review: 'on',
    improve: 0,
    parallel: 1,
    strategy: 'branch',
    branch_template: 'pawl/{slug}',
    keep_partial: 'progress',
    tiers: [tier('cheap'), tier('smart')],
    roles: {},
    limits: {
      attempts_per_tier: 3,
      attempts_per_task: 12,
      task_minutes: 30,
      run_minutes: null,
      task_usd: 1,
      run_usd: 5,
      day_usd: 20,
      verify_seconds: 30,
      full_seconds: 600,
      review_rounds: 3,
      react_steps: 5,
      developer_steps: 60,
      same_failure: 3,
      ...limits,
    },
    tests: { command: [], build: [], install: [], bind: [], env: {}, related: true, tolerate: [] },
    unlock: [],
    sandbox: { kind: 'bubblewrap', memory_mb: 2048, pids: 512, network: 'none' },
    notify: [],
    ...changes,
  };
}
