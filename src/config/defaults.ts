import type { ConfigFile, Limits } from '../schema/config.ts';
import type { Price } from '../schema/policy.ts';

type Defaults = Required<Omit<ConfigFile, 'limits'>> & { limits: Limits };

/** USD per million tokens. Where a provider's price varies by the hour, its highest: a cap must hold at any hour. */
export const defaultPrices: ReadonlyMap<string, Price> = new Map([
  ['deepseek/deepseek-flash', { input: 0.3, output: 1.2, cached: 0.006 }],
  ['anthropic/claude-sonnet-4-6', { input: 3, output: 15, cached: 0.3 }],
  ['anthropic/claude-opus-4-8', { input: 5, output: 25, cached: 0.5 }],
]);

/** What holds when nobody says otherwise; a fresh copy each time. */
export function defaults(): Defaults {
  return {
    providers: {
      deepseek: { api: 'deepseek', api_key_env: 'DEEPSEEK_API_KEY' },
      anthropic: { api: 'anthropic', api_key_env: 'ANTHROPIC_API_KEY' },
      openai: { api: 'openai', api_key_env: 'OPENAI_API_KEY' },
    },
    tiers: [
      defaultTier('deepseek', 'deepseek/deepseek-flash'),
      defaultTier('sonnet', 'anthropic/claude-sonnet-4-6'),
      defaultTier('opus', 'anthropic/claude-opus-4-8'),
    ],
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
    },
    tests: {
      command: [],
      build: [],
      install: [],
      bind: [],
      env: {},
      related: true,
      tolerate: [],
      coverage: { feature: 0.8, fix: 1, endpoint: 0.9, refactor: 0, enforce: false },
    },
    strategy: 'branch',
    branch_template: 'pawl/{slug}',
    keep_partial: 'progress',
    sandbox: { kind: 'bubblewrap', memory_mb: 2048, pids: 512, network: 'none' },
    notify: { command: [] },
  };
}

function defaultTier(name: string, model: string) {
  const price = defaultPrices.get(model);
  return price === undefined ? { name, model } : { name, model, price };
}
