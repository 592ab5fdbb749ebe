import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { policySchema } from '../../../src/schema/settings/policy.ts';

export const started = (request: string): PawlEvent => ({
  type: 'run.started',
  request,
  request_ref: 'a'.repeat(64),
  target: '.',
  base: 'b'.repeat(40),
  scope: '',
  policy,
});

export const finished: PawlEvent = {
  type: 'run.finished',
  status: 'failed',
  exit_code: 1,
  reason: 'all tiers exhausted',
  tier: null,
  attempts: 2,
  usd: 0.1,
  seconds: 3,
  commits: [],
  branch: null,
  report: null,
};

const policy = policySchema.parse({
  plan: 'single',
  confirm: false,
  review: 'on',
  improve: 0,
  parallel: 1,
  strategy: 'branch',
  branch_template: 'pawl/{slug}',
  keep_partial: 'progress',
  tiers: [{ name: 'cheap', developer: 'native', model: 'local/small', price: null, attempts: 3, command: [] }],
  roles: {},
  limits: {
    attempts_per_tier: 3,
    attempts_per_task: 12,
    task_minutes: 30,
    task_usd: 1,
    run_usd: 5,
    day_usd: 20,
    verify_seconds: 30,
    full_seconds: 600,
    review_rounds: 3,
    react_steps: 5,
    developer_steps: 60,
    same_failure: 3,
    run_minutes: null,
  },
  tests: { command: [], build: [], install: [], bind: [], env: {}, related: true, tolerate: [] },
  unlock: [],
  sandbox: { kind: 'bubblewrap', memory_mb: 2048, pids: 512, network: 'none' },
  notify: [],
});
