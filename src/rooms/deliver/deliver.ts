import { branchName } from '../../core/slug.ts';
import { RepoError } from '../../ports/errors.ts';
import { type Room, taskIn } from '../room.ts';
import { commitMessage } from './message.ts';

/** The Committer: exactly the judged tree, one commit, on a branch of its own. Doing it twice is doing it once. */
export const deliver: Room<'deliver', 'repo'> = async function* (step, context, { repo }) {
  const { state, policy, target } = context;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  if (!attempt?.judged || !task.parent) throw new Error('nothing to deliver');

  const clone = await repo.clone(state.run, target);
  const tree = attempt.judged.judged_tree;
  const message = commitMessage(state, task, attempt, step.partial);
  const sha = await clone.commit({ tree, parent: task.parent, message, at: state.started_at });
  const wanted = branchName(policy.branch_template, state.request);
  // What an earlier task of this run committed is on the branch already; unfinished work never goes on top of it.
  const branch = step.partial
    ? await free(`${wanted}-wip`, null)
    : await free(state.branch ?? wanted, state.branch ? state.tip : null);
  yield { type: 'commit.created', task: step.task, branch, sha, tree, parent: task.parent, partial: step.partial };

  /** The first name that can be pointed at the commit. */
  async function free(name: string, expected: string | null): Promise<string> {
    for (let number = 1; number <= 100; number += 1) {
      const candidate = number === 1 ? name : `${name}-${number}`;
      if (await repo.publish(state.run, target, candidate, sha, expected)) return candidate;
      if (expected !== null) break;
    }
    throw new RepoError(
      'git_failed',
      `branch ${name} was moved by somebody else: the commit ${sha} could not be delivered`,
    );
  }
};
