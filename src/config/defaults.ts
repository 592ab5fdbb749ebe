import type { ConfigFile, Limits } from '../schema/settings/config.ts';
import type { Price } from '../schema/settings/policy.ts';

type Defaults = Required<Omit<ConfigFile, 'limits' | 'embedding'>> & { limits: Limits };

type Rung = readonly (readonly [tier: string, model: string])[];

/** The default ladder above the repairer. A rung is taken by its first model whose provider has a key; the first of each are the seeds'. */
const rungs: readonly Rung[] = [
  [
    ['deepseek', 'deepseek/deepseek-flash'],
    ['luna', 'openai/gpt-5.6-luna'],
    ['flash', 'google/gemini-3.8-flash'],
    ['haiku', 'anthropic/claude-haiku-4-5'],
  ],
  [
    ['sonnet', 'anthropic/claude-sonnet-4-6'],
    ['sol', 'openai/gpt-5.6-sol'],
    ['pro', 'google/gemini-3.1-pro-preview'],
    ['deepseek-pro', 'deepseek/deepseek-v4-pro'],
  ],
  [['opus', 'anthropic/claude-opus-4-8']],
];

/**
 * USD per million tokens. Where a provider's price varies by the hour, its highest, and where it charges for cache
 * writes without counting them, their price: a cap must hold in any case.
 */
export const defaultPrices: ReadonlyMap<string, Price> = new Map([
  ['deepseek/deepseek-flash', { input: 0.3, output: 1.2, cached: 0.006 }],
  ['deepseek/deepseek-v4-pro', { input: 1.32, output: 3.96, cached: 0.044 }],
  ['openai/gpt-5.6-luna', { input: 0.25, output: 1.2, cached: 0.02 }],
  ['openai/gpt-5.6-sol', { input: 5, output: 20, cached: 0.4 }],
  ['google/gemini-3.8-flash', { input: 0.75, output: 3.75, cached: 0.075 }],
  ['google/gemini-3.1-pro-preview', { input: 2, output: 12, cached: 0.2 }],
  ['anthropic/claude-haiku-4-5', { input: 1, output: 5, cached: 0.1 }],
  ['anthropic/claude-sonnet-4-6', { input: 3, output: 15, cached: 0.3 }],
  ['anthropic/claude-opus-4-8', { input: 5, output: 25, cached: 0.5 }],
]);

/** What a failing test alone may be enough for: it costs nothing. */
const repairer = { name: 'repair', developer: 'repair' as const, attempts: 1 };

/**
 * The default ladder for the usable providers, and the tiers that were skipped. Without a usable provider: the ladder
 * with every key set.
 */
export function defaultLadder(usable: (provider: string) => boolean) {
  const able = ([, model]: Rung[number]) => usable(providerIn(model));
  const any = rungs.flat().some(able);
  const tiers = rungs.flatMap((rung) => (any ? rung.filter(able) : rung).slice(0, 1).map(defaultTier));
  const missed = rungs.flatMap((rung) => rung.slice(0, 1)).filter((first) => any && !able(first));
  return {
    tiers: [repairer, ...tiers],
    missed: missed.map(([tier, model]) => ({ tier, provider: providerIn(model) })),
  };
}

/** The default settings; a fresh copy each time. */
export function defaults(): Defaults {
  return {
    providers: {
      deepseek: { api: 'deepseek', api_key_env: 'DEEPSEEK_API_KEY' },
      anthropic: { api: 'anthropic', api_key_env: 'ANTHROPIC_API_KEY' },
      openai: { api: 'openai', api_key_env: 'OPENAI_API_KEY' },
      google: { api: 'google', api_key_env: 'GEMINI_API_KEY' },
    },
    tiers: defaultLadder(() => true).tiers,
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
      outage_minutes: 1,
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
    protected_branches: [],
    keep_partial: 'progress',
    hooks: { run: true, seconds: 120 },
    sandbox: { kind: 'bubblewrap', memory_mb: 2048, pids: 512, network: 'none' },
    notify: { command: [] },
    memory: { share_origins: [], retention_days: 30 },
    forges: {},
  };
}

const providerIn = (model: string): string => model.split('/')[0] ?? '';

function defaultTier([name, model]: Rung[number]) {
  const price = defaultPrices.get(model);
  return price === undefined ? { name, model } : { name, model, price };
}
