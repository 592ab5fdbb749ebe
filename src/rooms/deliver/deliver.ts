import type { Habit } from '../../core/delivery/habit.ts';
import { pullBranch } from '../../core/forge/pull-branch.ts';
import { branchName } from '../../core/run/slug.ts';
import { RepoError } from '../../ports/errors.ts';
import { type Room, taskIn } from '../room.ts';
import { commitOnce, habitIn, wordingsOf } from './commit.ts';
import { passCommitHooks } from './hooks/commit-hooks.ts';
import { commitMessage } from './message.ts';

/** The Committer: exactly the judged tree, one commit, on a branch of its own. Doing it twice is doing it once. */
export const deliver: Room<'deliver', 'repo' | 'sandbox' | 'blobs'> = async function* (step, context, world) {
  const { repo } = world;
  const { state, policy, target } = context;
  const { partial } = step;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  const parent = attempt?.conflict?.parent ?? task.parent;
  if (!attempt?.judged || !parent) throw new Error('nothing to deliver');

  const clone = await repo.clone(state.run, target);
  const tree = attempt.judged.judged_tree;
  const habit = await habitIn(clone, state.base);
  const branchWanted = `${branchName(policy.branch_template, state.request)}${partial ? '-wip' : ''}`;
  const about = { task: step.task, attempt: step.attempt, partial };
  const worded = (by: Habit) => commitMessage(state, task, attempt, { partial, habit: by });
  const message = partial
    ? worded(habit)
    : yield* passCommitHooks(context, world, {
        ...{ task: step.task, attempt, tree, parent },
        branch: policy.strategy === 'direct' ? (state.landing.into ?? branchWanted) : (state.branch ?? branchWanted),
        messages: wordingsOf(habit, worded),
      });
  if (message === null) return;
  const sha = yield* commitOnce(clone, state, { ...about, tree, parent, message });
  const branch = await place();
  const tag = partial ? `pawl-wip/${state.run}` : null;
  if (tag !== null) await repo.keepRef(target, `refs/tags/${tag}`, sha);
  yield { type: 'commit.created', ...about, branch, sha, tree, parent, ...(tag !== null && { tag }) };

  /** On top of what this run committed before, else on the first name that is free. Unfinished work never goes on top. */
  async function place(): Promise<string> {
    if (policy.strategy === 'pr' && !partial) return placePull();
    if (!partial && state.branch && (await publish(state.branch, state.tip))) return state.branch;
    for (let number = 1; number <= 100; number += 1) {
      const candidate = number === 1 ? branchWanted : `${branchWanted}-${number}`;
      if (await publish(candidate, null)) return candidate;
    }
    throw new RepoError(
      'git_failed',
      `no branch like ${branchWanted} is free: the commit ${sha} could not be delivered`,
    );
  }

  /** A branch for each task: the one that its pull request shows, where there is one. */
  async function placePull(): Promise<string> {
    const names = task.pull?.branch ? [task.pull.branch] : pullBranch(state, policy, task, 'approved');
    for (const candidate of names) {
      const tip = await repo.branchTip(target, candidate);
      const isOurs = tip !== null && tip === task.pull?.sha;
      if (await publish(candidate, isOurs ? tip : null)) return candidate;
    }
    throw new RepoError('git_failed', `the branch ${names[0]} is taken: the commit ${sha} could not be delivered`);
  }

  /** A branch that somebody moved or checked out meanwhile is theirs. */
  async function publish(branch: string, expected: string | null): Promise<boolean> {
    try {
      return await repo.publish(state.run, target, branch, sha, expected);
    } catch (error) {
      if (error instanceof RepoError && error.reason === 'checked_out') return false;
      throw error;
    }
  }
};
