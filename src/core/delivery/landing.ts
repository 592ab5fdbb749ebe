import type { Policy } from '../../schema/settings/policy.ts';
import type { RunState } from '../run/run-state.ts';

/** The work goes into the branch that was checked out when the run began. */
export const mergesInto = ({ strategy, merge }: Policy): boolean =>
  strategy === 'direct' || (strategy === 'branch' && merge === true);

/** Whether a branch has one of these names, in which `*` stands for anything. */
export const isProtected = (branch: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const pattern = name.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`).test(branch);
  });

/** Several commits that are to be one. Once the work has left its branch, what comes later stays apart. */
export const isDueForSquash = ({ commits, landing }: RunState, { squash }: Policy): boolean =>
  squash === true && commits.length > 1 && !landing.squashed && landing.merged === null && landing.pushed === null;

/** Whether commits are still to be brought further than their own branch. */
export function isDueForLanding(state: RunState, policy: Policy): boolean {
  const { tip, commits, landing } = state;
  if (commits.length === 0 || landing.refused !== null) return false;
  return (
    isDueForSquash(state, policy) ||
    (mergesInto(policy) && landing.merged?.to !== tip) ||
    (policy.push === true && landing.pushed?.sha !== tip)
  );
}

/** The branch that is pushed: the one that the work went into, else the run's own. */
export const pushedBranch = ({ branch, landing }: RunState, policy: Policy): string | null =>
  mergesInto(policy) ? landing.into : branch;

/** Where the branch that the work went into was before the run touched it: improvements are merged later than tasks. */
export const mergedFrom = ({ merged, backups }: RunState['landing']): string | null =>
  merged && (backups.find(({ branch }) => branch === merged.branch)?.sha ?? merged.from);

/**
 * A run whose commits a person has merged into the branch it began on, shown as if the run had merged them. `holders`:
 * the branches that contain the commits.
 */
export function mergedByHand(state: RunState, holders: readonly { branch: string; commits: string[] }[]): RunState {
  const { landing, commits, tip, base } = state;
  const { into, merged } = landing;
  const holder = holders.find(({ branch }) => branch === into);
  if (into === null || merged !== null || !holder || !commits.every((sha) => holder.commits.includes(sha)))
    return state;
  const byHand = { type: 'branch.merged' as const, branch: into, from: base, to: tip, files: null };
  return { ...state, landing: { ...landing, merged: byHand } };
}

/** Whether a person may have merged the commits since the run ended. */
export const isMergeable = ({ finished, landing, commits }: RunState): boolean =>
  finished !== null && commits.length > 0 && landing.merged === null && landing.undone === null;

/** How often a base may move while the work is judged on top of it. */
export const mostMoves = 3;

/** Refusals that trying again would only repeat: a person brings the work and something else together, with git. */
const final: ReadonlySet<string> = new Set(['base_moved', 'moved', 'filtered', 'detached']);

/** What to type next, from what happened to the commits. */
export function nextCommand(state: RunState): string | null {
  const { run, branch, commits, salvaged, landing, base, tip, tasks } = state;
  const { refused, merged, into } = landing;
  if (branch === null) return null;
  if (refused && commits.length > 0)
    return final.has(refused.reason) || state.policy?.strategy === 'pr' ? refused.command : `pawl resume ${run}`;
  if (commits.length === 0) return salvaged ? `git diff ${base.slice(0, 12)} ${salvaged.branch}` : null;
  if (merged?.to === tip) return `git log -p ${mergedFrom(landing)?.slice(0, 12)}..${into ?? branch}`;
  const open = tasks.flatMap(({ pull }) => (pull && pull.state !== 'merged' ? [pull.number] : []));
  if (open.length > 0) return open.length === 1 ? `pawl pr show ${open[0]}` : 'pawl pr list';
  return `git merge ${branch}`;
}
