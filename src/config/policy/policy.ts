import type { TierConfig } from '../../schema/settings/config.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { fault } from '../fault.ts';
import type { Settings } from '../load.ts';
import { assignRoles, selectLadder } from './ladder.ts';

/** What a run may do, as it will be recorded. Prices that no one configured are still null: see `providerAccess`. */
export function toPolicy(settings: Settings, mode: 'run' | 'plan'): Policy {
  const { values, flags } = settings;
  refuseUnavailable(settings);
  const tiers = selectLadder(values, flags);
  const thinks = tiers.some(({ model }) => model !== null);
  const plan = flags.plan ?? (mode === 'run' && (flags.fix || !thinks) ? 'single' : 'auto');
  const targets = flags.test ?? (flags.fix ? ('all' as const) : null);
  if (!thinks && (plan === 'auto' || (flags.improve ?? 0) > 0))
    throw fault(
      mode === 'plan'
        ? 'planning needs a model: set a key or start a local model server, then: pawl setup'
        : 'no tier has a model to plan or improve with: pass --plan single --improve 0, or configure a model (pawl setup)',
    );
  return {
    plan,
    confirm: plan === 'auto' && !flags.yes,
    asks: !flags.yes,
    review: flags.review ?? 'on',
    improve: flags.improve ?? (plan === 'single' ? 0 : 1),
    parallel: flags.parallel ?? 1,
    strategy: values.strategy,
    branch_template: values.branch_template,
    ...(flags.squash && { squash: true }),
    ...(flags.merge && { merge: true }),
    ...(flags.push && { push: true }),
    ...(values.hooks.run && flags.verify !== false && { hooks: { seconds: values.hooks.seconds } }),
    ...(values.protected_branches.length > 0 && { protected_branches: values.protected_branches }),
    keep_partial: values.keep_partial,
    tiers: tiers.map((tier) => ({ ...tier, attempts: attemptsOf(tier, settings) })),
    roles: assignRoles(tiers, values.roles).roles,
    limits: { ...values.limits, attempts_per_task: attemptsPerTask(settings, tiers) },
    tests: { ...values.tests, tolerate: [...values.tests.tolerate, ...(flags.tolerate ?? [])] },
    unlock: flags.unlock ?? [],
    ...(flags.allow_untested && { allow_untested: true }),
    ...(targets && { targets }),
    sandbox: values.sandbox,
    notify: values.notify.command,
    ...(values.embedding && { embedding: { model: values.embedding.model, price: values.embedding.price ?? null } }),
    // Tiers that a person names are tried in the order that they are named in.
    ...(flags.tiers === undefined && flags.start_tier === undefined && { history: [] }),
  };
}

/** `--attempts N` gives every tier its N attempts, unless a limit for the task was configured. */
function attemptsPerTask(settings: Settings, tiers: readonly TierConfig[]): number {
  const { values, flags, origins } = settings;
  const limit = values.limits.attempts_per_task;
  if (flags.attempts === undefined || origins['limits.attempts_per_task'] !== 'default') return limit;
  return Math.max(
    limit,
    tiers.reduce((sum, tier) => sum + attemptsOf(tier, settings), 0),
  );
}

/** The repairer would do the same again. */
function attemptsOf({ developer, attempts }: TierConfig, { values, flags }: Settings): number {
  return developer === 'repair' ? 1 : (flags.attempts ?? attempts ?? values.limits.attempts_per_tier);
}

/** A pull request is pushed by itself, and merged where it is. */
function refuseUnavailable({ values, flags }: Settings): void {
  if (values.strategy !== 'pr') return;
  for (const flag of ['push', 'merge', 'squash'] as const)
    if (flags[flag]) throw fault(`--${flag} cannot be combined with --strategy pr, which ${instead[flag]}`);
}

const instead = {
  push: 'pushes by itself',
  merge: 'leaves merging to pawl pr merge',
  squash: 'opens a pull request for each task',
};
