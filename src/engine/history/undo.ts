import { mergedFrom } from '../../core/delivery/landing.ts';
import type { RunState } from '../../core/run/run-state.ts';
import type { TaskPull } from '../../core/task/task-state.ts';
import { ConfigError } from '../../ports/errors.ts';
import type { Repo, Target } from '../../ports/outside/repo.ts';
import type { Journal } from '../../ports/state/journal.ts';
import type { EventOf } from '../../schema/run/event.ts';
import { loadState } from '../load.ts';
import { stillHeld } from './still-held.ts';

export interface Undone {
  run: string;
  /** The branch of the run, and where it was; the whole in `restored`. */
  branch: string;
  sha: string;
  restored: EventOf<'delivery.undone'>['restored'];
  left: string[];
  /** No run was named, and the newest was undone before: nothing was done. The one before it that could be undone. */
  already?: { before: string | null };
}

/**
 * The newest run that delivered something. If it was already undone, no older run is taken: a user who repeats the
 * command means the same run.
 */
export async function newestDelivered(journal: Journal): Promise<string | Undone> {
  let newest: Undone | null = null;
  for (const { run, events } of await journal.runs()) {
    if (events === 0) continue;
    const state = await loadState(journal, run);
    if (state.commits.length === 0 && !state.salvaged) continue;
    const isUndone = state.landing.undone?.left.length === 0;
    if (!isUndone) return newest === null ? run : { ...newest, already: { before: run } };
    newest ??= { run, ...placeOf(state), restored: [], left: [], already: { before: null } };
  }
  if (newest) return newest;
  throw new ConfigError('no run has delivered anything that could be undone', 'nothing_to_undo');
}

/**
 * Takes back what a run delivered: resets the branch that it merged into, with files and index, and deletes the
 * branches that it made. If one of them has moved since, nothing is done. Pushed commits, pull requests and branches
 * that a person merged the commits into are named, not changed.
 */
export async function undoing(
  state: RunState,
  { repo, target, journal }: { repo: Repo; target: Target; journal: Journal },
): Promise<Undone> {
  const { run, commits, salvaged, landing, tasks } = state;
  const branches = branchesOf(state);
  const { merged, pushed, backups } = landing;
  const first = placeOf(state);

  const start = mergedFrom(landing);
  for (const { branch, sha } of branches) await mustBeOurs(branch, sha);
  if (merged && start !== null) await mustBeAt(merged.branch, [merged.to, start]);

  // What cannot be written down is not done.
  const lease = await journal.claim(run);
  try {
    const restored = await takeBack();
    const left = await whatIsLeft();
    await lease.append({ type: 'delivery.undone', restored, left });
    return { run, ...first, restored, left };
  } finally {
    await lease.release();
  }

  async function takeBack(): Promise<Undone['restored']> {
    const restored: Undone['restored'] = [];
    if (merged && start !== null) {
      const isMerged = (await repo.branchTip(target, merged.branch)) === merged.to;
      await takeBackMerge(merged, start);
      if (isMerged) restored.push({ ref: merged.branch, sha: start });
    }
    for (const { branch, sha } of branches) {
      const isThere = (await repo.branchTip(target, branch)) !== null;
      if (!(await repo.deleteBranch(target, branch, sha))) throw moved(branch, run, sha);
      if (isThere) restored.push({ ref: branch, sha: null });
    }
    if (salvaged?.tag && landing.undone === null) {
      await repo.dropRef(target, `refs/tags/${salvaged.tag}`, salvaged.sha);
      restored.push({ ref: `refs/tags/${salvaged.tag}`, sha: null });
    }
    for (const { ref, sha } of backups) await repo.dropRef(target, ref, sha);
    return restored;
  }

  async function takeBackMerge({ branch, to }: EventOf<'branch.merged'>, before: string): Promise<void> {
    const back = await repo.advance(run, target, { branch, from: to, to: before });
    if (!('fault' in back)) return;
    const { message, cure, reason } = back.fault;
    throw new ConfigError(
      `${branch} could not be taken back: ${message}: ${cure}, then run pawl undo ${run} again`,
      reason,
    );
  }

  async function whatIsLeft(): Promise<string[]> {
    const delivered = [
      ...commits,
      ...tasks.flatMap(({ commit }) => commit?.sha ?? []),
      ...(salvaged ? [salvaged.sha] : []),
    ];
    return [
      ...stillHeld(await repo.holders(target, [...new Set(delivered)]), target.top),
      ...(pushed ? [onRemote(pushed, merged?.branch === pushed.branch ? start : null)] : []),
      ...tasks.flatMap(({ pull }) => (pull ? [onForge(pull)] : [])),
    ];
  }

  /** Looked at before anything is taken back. An undo that was interrupted goes on. */
  async function mustBeAt(branch: string, places: [string, ...string[]]): Promise<string | null> {
    const now = await repo.branchTip(target, branch);
    if (now !== null && !places.includes(now)) throw moved(branch, run, places[0]);
    return now;
  }

  async function mustBeOurs(branch: string, sha: string): Promise<void> {
    const folder = (await mustBeAt(branch, [sha])) === null ? null : await repo.worktreeOf(target, branch);
    if (folder === null) return;
    const cure = `switch to another one there, then run pawl undo ${run} again`;
    throw new ConfigError(`nothing was undone: branch ${branch} is checked out in ${folder}: ${cure}`, 'checked_out');
  }
}

interface Place {
  branch: string;
  sha: string;
}

/** The branches that the run made, and where it left them. */
function branchesOf(state: RunState): Place[] {
  const { commits, salvaged, tip, tasks } = state;
  // Each task has a branch of its own there.
  const isShown = state.policy?.strategy === 'pr';
  const own = ownBranch(state);
  return [
    ...(isShown ? tasks.flatMap(({ commit }) => (commit ? [{ branch: commit.branch, sha: commit.sha }] : [])) : []),
    ...(!isShown && own !== null && commits.length > 0 ? [{ branch: own, sha: tip }] : []),
    ...(salvaged ? [{ branch: salvaged.branch, sha: salvaged.sha }] : []),
  ];
}

function placeOf(state: RunState): Place {
  const { merged } = state.landing;
  const place = branchesOf(state)[0] ?? (merged ? { branch: merged.branch, sha: merged.to } : undefined);
  if (place) return place;
  throw new ConfigError(`run ${state.run} committed nothing: there is nothing to undo`, 'nothing_to_undo');
}

/** The branch that the run made, where that is still there. */
function ownBranch({ branch, policy, landing }: RunState): string | null {
  return policy?.strategy === 'direct' && landing.merged !== null ? null : branch;
}

function moved(branch: string, run: string, sha: string): ConfigError {
  const look = `git log ${sha.slice(0, 12)}...${branch}`;
  return new ConfigError(
    `nothing was undone: branch ${branch} has moved since run ${run} left it at ${sha.slice(0, 12)}: ${look} shows what came after`,
    'moved',
  );
}

const onForge = ({ ref, url, number, state }: TaskPull): string =>
  state === 'merged'
    ? `pull request ${ref} (${url}) was merged and is not undone: revert it on the forge`
    : `pull request ${ref} (${url}) stays open, and so does its branch; to close it: pawl pr close ${number}`;

function onRemote({ branch, remote, sha }: EventOf<'branch.pushed'>, before: string | null): string {
  const command =
    before === null
      ? `git push ${remote} --delete ${branch}`
      : `git push --force-with-lease=${branch}:${sha} ${remote} ${before}:${branch}`;
  return `${branch} was pushed to ${remote}, and stays there; to take it back: ${command}`;
}
