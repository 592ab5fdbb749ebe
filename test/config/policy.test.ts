import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPolicy } from '../../src/config/policy/policy.ts';
import type { Flags } from '../../src/schema/settings/flags.ts';
import { policySchema } from '../../src/schema/settings/policy.ts';
import { type House, house, refusal } from './house.ts';

let place: House;
beforeEach(() => {
  place = house();
});
afterEach(() => place.remove());

const policy = async (flags: Flags = {}, mode: 'run' | 'plan' = 'run') => toPolicy(await place.load({ flags }), mode);
const names = (tiers: { name: string }[]) => tiers.map((tier) => tier.name);

const ladder = `
tiers:
  - { name: repair, developer: repair }
  - { name: cheap, model: openai/small, price: { input: 0.3, output: 1.2 } }
  - { name: smart, model: openai/large, attempts: 5 }
  - { name: claude, developer: acp, command: [claude-code-acp] }
`;

describe('the policy of a run', () => {
  it('has the defaults when nothing is configured', async () => {
    const made = await policy();
    expect(policySchema.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      plan: 'auto',
      confirm: true,
      review: 'on',
      improve: 1,
      parallel: 1,
      strategy: 'branch',
      branch_template: 'pawl/{slug}',
      keep_partial: 'progress',
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
        outage_minutes: 1,
        run_minutes: null,
      },
      tests: { command: [], build: [], install: [], bind: [], env: {}, related: true, tolerate: [] },
      unlock: [],
      sandbox: { kind: 'bubblewrap', memory_mb: 2048, pids: 512, network: 'none' },
      notify: [],
    });
    expect(names(made.tiers)).toEqual(['repair', 'deepseek', 'sonnet', 'opus']);
    expect(made.tiers[0]).toMatchObject({ developer: 'repair', model: null, price: null, attempts: 1 });
    for (const tier of made.tiers.slice(1)) {
      expect(tier).toMatchObject({ developer: 'native', attempts: 3, command: [] });
      expect(tier.price).not.toBeNull();
    }
  });

  it('plans and asks first for plan', async () => {
    expect(await policy({}, 'plan')).toMatchObject({ plan: 'auto', confirm: true });
  });

  it('asks no questions with --yes or a single task, and improves only what was planned', async () => {
    expect(await policy({ yes: true })).toMatchObject({ plan: 'auto', confirm: false, improve: 1 });
    expect(await policy({ plan: 'single' })).toMatchObject({ plan: 'single', confirm: false, improve: 0 });
    expect(await policy({ plan: 'single', improve: 2 })).toMatchObject({ improve: 2 });
  });

  it('takes each limit that a flag sets and leaves the others', async () => {
    const made = await policy({ budget: 0.001, timeout: 1.5, attempts: 7 });
    expect(made.limits).toMatchObject({ run_usd: 0.001, run_minutes: 1.5, attempts_per_tier: 7 });
    expect(made.limits).toMatchObject({ task_usd: 1, day_usd: 20, attempts_per_task: 22 });
    expect((await policy({ budget: 50 })).limits).toMatchObject({ run_usd: 50, task_usd: 1, day_usd: 20 });
  });

  it('gives --attempts to every tier, also to one with its own, and one to the repairer', async () => {
    place.write(place.user, ladder);
    expect((await policy()).tiers.map((tier) => tier.attempts)).toEqual([1, 3, 5, 3]);
    expect((await policy({ attempts: 2 })).tiers.map((tier) => tier.attempts)).toEqual([1, 2, 2, 2]);
  });

  it('leaves room for --attempts in every tier, unless the limit for a task was set on purpose', async () => {
    place.write(place.user, ladder);
    expect((await policy({ attempts: 13 })).limits.attempts_per_task).toBe(40);
    expect((await policy({ attempts: 2 })).limits.attempts_per_task).toBe(12);
    place.write(place.user, `${ladder}\nlimits: { attempts_per_task: 4 }`);
    expect((await policy({ attempts: 13 })).limits.attempts_per_task).toBe(4);
  });

  it('refuses tasks side by side, which it cannot do yet', async () => {
    expect(await policy({ parallel: 2 })).toMatchObject({ parallel: 2 });
  });

  it('adds what is tolerated and unlocked, and takes the sandbox that was typed', async () => {
    place.write(place.user, 'tests: { tolerate: [a] }\nsandbox: { memory_mb: 512 }\nnotify: { command: [say, done] }');
    const made = await policy({
      tolerate: ['b'],
      unlock: ['package.json'],
      sandbox: 'none',
      review: 'off',
      parallel: 1,
    });
    expect(made.tests.tolerate).toEqual(['a', 'b']);
    expect(made.sandbox).toEqual({ kind: 'none', memory_mb: 512, pids: 512, network: 'none' });
    expect(made).toMatchObject({ unlock: ['package.json'], review: 'off', parallel: 1, notify: ['say', 'done'] });
  });
});

describe('the ladder of a run', () => {
  it('is filtered and ordered by --tiers, and begins at --start-tier', async () => {
    expect(names((await policy({ tiers: ['opus', 'deepseek'] })).tiers)).toEqual(['opus', 'deepseek']);
    expect(names((await policy({ start_tier: 'sonnet' })).tiers)).toEqual(['sonnet', 'opus']);
    expect(names((await policy({ tiers: ['opus', 'deepseek'], start_tier: 'deepseek' })).tiers)).toEqual(['deepseek']);
  });

  it('has every configured developer, without a note', async () => {
    place.write(place.user, ladder);
    const settings = await place.load();
    expect(names(toPolicy(settings, 'run').tiers)).toEqual(['repair', 'cheap', 'smart', 'claude']);
    expect(settings.notes).toEqual([]);
  });

  it('has external agents with what the user lets them have, and no roles for them', async () => {
    const given =
      '{ name: x, developer: command, command: [x, "@{prompt_file}"], network: host, env: [X_KEY], bind: [~/.x, /opt/x], attempt_usd: 0.5 }';
    place.write(place.user, `tiers: [${given}]`);
    const made = await policy();
    expect(policySchema.parse(made)).toEqual(made);
    expect(made.tiers).toMatchObject([
      {
        developer: 'command',
        model: null,
        network: 'host',
        env: ['X_KEY'],
        bind: ['~/.x', '/opt/x'],
        attempt_usd: 0.5,
      },
    ]);
    expect(made).toMatchObject({ roles: {}, plan: 'single', improve: 0 });
    expect(await refusal(() => policy({ plan: 'auto' }))).toMatch(/^2 no tier has a model to plan or improve with/);
    expect(await refusal(() => policy({}, 'plan'))).toBe(
      '2 planning needs a model: set a key or start a local model server, then: pawl setup',
    );
    expect(await refusal(() => policy({ improve: 1 }))).toMatch(/^2 no tier has a model to plan or improve with/);
  });

  it('may be the repairer alone, who plans nothing', async () => {
    const made = await policy({ tiers: ['repair'] });
    expect(made).toMatchObject({ plan: 'single', improve: 0, roles: {} });
    expect(names(made.tiers)).toEqual(['repair']);
  });

  it('gives demanding roles the second model and the others the first', async () => {
    const { roles } = await policy();
    expect(roles).toEqual({
      planner: 'sonnet',
      auditor: 'sonnet',
      reviewer: 'sonnet',
      analyst: 'deepseek',
      improver: 'deepseek',
      test_engineer: 'deepseek',
    });
    expect((await policy({ tiers: ['opus'] })).roles).toMatchObject({ planner: 'opus', analyst: 'opus' });
  });

  it('keeps the configured roles that it has and says which it has not', async () => {
    place.write(place.user, 'roles: { planner: opus, analyst: sonnet, tester: deepseek }');
    const settings = await place.load({ flags: { tiers: ['deepseek', 'sonnet'] } });
    expect(toPolicy(settings, 'run').roles).toMatchObject({
      planner: 'sonnet',
      analyst: 'sonnet',
      tester: 'deepseek',
    });
    expect(settings.notes).toEqual(["role planner: tier opus is not in this run's ladder, so sonnet is used"]);
  });
});

describe('what this version cannot do yet is refused', () => {
  it.each([
    [{ strategy: 'pr', push: true }, '2 --push cannot be combined with --strategy pr, which pushes by itself'],
    [
      { strategy: 'pr', merge: true },
      '2 --merge cannot be combined with --strategy pr, which leaves merging to pawl pr merge',
    ],
  ])('%j', async (flags, message) => {
    expect(await refusal(() => policy(flags))).toBe(message);
  });

  it('a strategy of a file', async () => {
    place.write(place.repository, 'strategy: pr');
    expect(await refusal(() => policy({ squash: true }))).toContain(
      '--squash cannot be combined with --strategy pr, which opens a pull request for each task',
    );
    expect((await policy({ strategy: 'branch' })).strategy).toBe('branch');
  });
});
