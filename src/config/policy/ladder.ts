import type { Config, TierConfig } from '../../schema/settings/config.ts';
import type { Flags } from '../../schema/settings/flags.ts';
import type { Policy, RoleName } from '../../schema/settings/policy.ts';
import { fault, shortText } from '../fault.ts';

/** The configured tiers that this command asks for, in order. */
export function selectLadder(values: Config, flags: Flags): readonly TierConfig[] {
  return startAt(chosen(values.tiers, flags.tiers), flags.start_tier);
}

/** Roles that judge or plan; the others are cheap work. */
const demanding: readonly RoleName[] = ['planner', 'auditor', 'reviewer'];
const cheap: readonly RoleName[] = ['analyst', 'improver', 'test_engineer'];

/**
 * A tier for every role: the configured one where the ladder has it, else the first tier with a model, or the second
 * for a demanding role. The small model as `tester` stays off unless configured.
 */
export function assignRoles(
  ladder: readonly { name: string; model: string | null }[],
  configured: Policy['roles'],
): { roles: Policy['roles']; notes: string[] } {
  const [first, second = first] = ladder.filter((tier) => tier.model !== null);
  const roles: Policy['roles'] = {};
  for (const role of cheap) if (first) roles[role] = first.name;
  for (const role of demanding) if (second) roles[role] = second.name;
  const notes: string[] = [];
  for (const [role, tier] of Object.entries(configured) as [RoleName, string][]) {
    if (ladder.some(({ name }) => name === tier)) roles[role] = tier;
    else notes.push(`role ${role}: tier ${tier} is not in this run's ladder, so ${roles[role] ?? 'no tier'} is used`);
  }
  return { roles, notes };
}

function chosen(tiers: readonly TierConfig[], names: string[] | undefined): readonly TierConfig[] {
  if (names === undefined) return tiers;
  return names.map((name, index) => {
    if (names.indexOf(name) !== index) throw fault(`--tiers names ${shortText(name)} twice`);
    return find(tiers, name, '--tiers');
  });
}

function startAt(tiers: readonly TierConfig[], name: string | undefined): readonly TierConfig[] {
  return name === undefined ? tiers : tiers.slice(tiers.indexOf(find(tiers, name, '--start-tier')));
}

function find(tiers: readonly TierConfig[], name: string, flag: string): TierConfig {
  const tier = tiers.find((one) => one.name === name);
  if (tier) return tier;
  throw fault(`${flag}: unknown tier ${shortText(name)} (known: ${tiers.map((one) => one.name).join(', ')})`);
}
