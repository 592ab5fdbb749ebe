import { clip } from '../../core/clip.ts';
import { isDueForSquash, mergesInto, mostMoves, pushedBranch } from '../../core/delivery/landing.ts';
import { RepoError } from '../../ports/errors.ts';
import type { GitFault } from '../../ports/outside/repo.ts';
import type { World } from '../../ports/world.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Context, Room } from '../room.ts';
import { commitOnce, habitIn, wordingsOf } from './commit.ts';
import { refusedByPushHook } from './hooks/push-hook.ts';
import { squashOnce } from './hooks/squash-hooks.ts';
import { squashMessage } from './message.ts';

type Ports = Pick<World, 'repo' | 'clock' | 'sandbox'>;
type Events = AsyncGenerator<PawlEvent, void>;

/**
 * Brings the commits of a run further than their own branch: makes them one, brings them into the branch that the run
 * began on, pushes. One of these at a time, the next one that is due. What cannot be done is said, and nothing is lost.
 */
export const land: Room<'land', 'repo' | 'clock' | 'sandbox'> = async function* (_step, context, world) {
  const { state, policy } = context;
  try {
    if (isDueForSquash(state, policy)) yield* squash(context, world);
    else if (mergesInto(policy) && state.landing.merged?.to !== state.tip) yield* mergeInto(context, world);
    else yield* push(context, world);
  } catch (error) {
    if (!(error instanceof RepoError)) throw error;
    const about = { command: `git merge ${state.branch}`, exit_code: null, cure: 'merge the branch by hand' };
    yield refused({ ...about, reason: error.reason, message: error.message });
  }
};

/** The tasks as one commit. Improvements come later, and stay apart. */
async function* squash(context: Context, world: Ports): Events {
  const { state, target } = context;
  const { repo } = world;
  const clone = await repo.clone(state.run, target);
  const tasks = state.tasks.filter(({ commit }) => commit !== null);
  const [first] = tasks;
  if (!first || state.branch === null) return;
  const habit = await habitIn(clone, state.base);
  const messages = wordingsOf(habit, (by) => squashMessage(state, tasks, by));
  const commit = { tree: await clone.treeOf(state.tip), parent: state.landing.onto, branch: state.branch };
  const about = { task: first.task.id, attempt: first.attempts.at(-1)?.attempt ?? 1 };
  const sha = yield* squashOnce(context, world, { ...about, ...commit, messages });
  if (sha !== null) yield* replace(context, repo, { to: sha, commits: [sha], why: 'squash' });
}

async function* mergeInto(context: Context, { repo }: Ports): Events {
  const { state, policy, target } = context;
  const { into, onto, rebased } = state.landing;
  const command = `git merge ${state.branch}`;
  const cannot = (reason: string, message: string, cure: string) =>
    refused({ reason, command, exit_code: null, message, cure });
  if (into === null)
    return yield cannot(
      'detached',
      'no branch was checked out when the run began',
      `switch to a branch, then ${command}`,
    );
  const tip = await repo.branchTip(target, into);
  if (tip === null) return yield cannot('moved', `the branch ${into} is gone`, `switch to a branch, then ${command}`);
  if (rebased && tip === rebased.onto)
    return yield* replace(context, repo, { to: rebased.tip, commits: rebased.commits, why: 'rebase' });
  if (tip !== onto && tip !== state.tip) return yield* rebase(context, repo, into, tip);

  if (tip !== state.tip) yield* backUp(context, repo, into, tip);
  const advanced = await repo.advance(state.run, target, { branch: into, from: onto, to: state.tip });
  if ('fault' in advanced) return yield refused({ ...advanced.fault, command });
  if (policy.strategy === 'direct') await dropBranch(context, repo, into);
  yield { type: 'branch.merged', branch: into, from: onto, to: state.tip, files: advanced.files };
}

/** Under `direct` the run's own branch was only the way there. */
async function dropBranch({ state, target }: Context, repo: World['repo'], into: string): Promise<void> {
  if (state.branch === null || state.branch === into) return;
  try {
    await repo.deleteBranch(target, state.branch, state.tip);
  } catch (error) {
    // Somebody looks at it: then it stays.
    if (!(error instanceof RepoError) || error.reason !== 'checked_out') throw error;
  }
}

/** The work on top of where its base is now. Nothing moves yet: that is judged first. */
async function* rebase({ state, target }: Context, repo: World['repo'], into: string, tip: string): Events {
  const { onto, moves } = state.landing;
  const command = `git merge ${state.branch}`;
  const about = { reason: 'base_moved', command, exit_code: null, cure: `rebase ${state.branch} onto ${into} by hand` };
  if (moves >= mostMoves)
    return yield refused({ ...about, message: `${into} keeps moving while the work is judged on top of it` });
  const clone = await repo.clone(state.run, target);
  const [first] = state.tasks;
  if (!first) throw new Error('there are commits of no task');
  const commits: string[] = [];
  let [parent, current] = [onto, tip];
  for (const commit of state.commits) {
    const { tree, conflicts } = await clone.merge({ tree: await clone.treeOf(commit), parent }, current);
    if (tree === null) {
      const files = clip(conflicts.slice(0, 5).join(', '), 300);
      return yield refused({
        ...about,
        message: `${into} has moved since the run began, and the work conflicts with it in ${files}`,
      });
    }
    const words = { task: first.task.id, attempt: 1, partial: false, message: await clone.message(commit) };
    current = yield* commitOnce(clone, state, { ...words, tree, parent: current });
    commits.push(current);
    parent = commit;
  }
  yield { type: 'base.moved', branch: into, onto: tip, tip: current, commits };
}

/** Puts other commits on the run's own branch. */
async function* replace(
  context: Pick<Context, 'state' | 'target'>,
  repo: World['repo'],
  { to, commits, why }: Pick<EventOf<'commits.replaced'>, 'to' | 'commits' | 'why'>,
): Events {
  const { state, target } = context;
  const { branch, tip, run } = state;
  if (branch === null) return;
  if ((await repo.branchTip(target, branch)) !== to) yield* backUp(context, repo, branch, tip);
  if (await repo.publish(run, target, branch, to, tip))
    yield { type: 'commits.replaced', branch, from: tip, to, commits, why };
  else {
    const about = { command: `git log ${branch}`, exit_code: null, cure: 'look at it, then merge it by hand' };
    yield refused({ ...about, reason: 'moved', message: `${branch} has moved since the run committed there` });
  }
}

/** Before an existing branch moves, a reference keeps where it was. */
async function* backUp(
  { state, target }: Pick<Context, 'state' | 'target'>,
  repo: World['repo'],
  branch: string,
  sha: string,
): Events {
  const ref = `refs/pawl/backup/${state.run}/${branch}`;
  // The first one is what an undo goes back to.
  if (state.landing.backups.some((backup) => backup.ref === ref)) return;
  await repo.keepRef(target, ref, sha);
  yield { type: 'backup.kept', branch, sha, ref };
}

const waits_ms = [1000, 4000, 10_000];

async function* push(context: Context, world: Ports): Events {
  const { state, policy, target, signal } = context;
  const { repo, clock } = world;
  const branch = pushedBranch(state, policy);
  const { pushed } = state.landing;
  if (branch === null) return;
  const refusal = await refusedByPushHook(context, world, { branch, sha: state.tip });
  if (refusal) return yield refused(refusal);
  const replaces = pushed?.branch === branch ? { replaces: pushed.sha } : {};
  for (let tries = 0; ; tries += 1) {
    const answer = await repo.push(state.run, target, { branch, sha: state.tip, ...replaces });
    if ('remote' in answer) {
      const { name, url } = answer.remote;
      return yield { type: 'branch.pushed', branch, sha: state.tip, remote: name, url };
    }
    const wait = waits_ms[tries];
    if (!answer.fault.passing || wait === undefined) return yield refused(answer.fault);
    await clock.sleep(wait, signal);
    signal.throwIfAborted();
  }
}

const refused = ({
  reason,
  command,
  exit_code,
  message,
  cure,
}: Omit<GitFault, 'reason' | 'passing'> & { reason: string }): EventOf<'delivery.refused'> => ({
  type: 'delivery.refused',
  reason,
  command: clip(command, 300),
  exit_code,
  message: clip(message, 600),
  cure: clip(cure, 300),
});
