import { clip } from '../../../core/clip.ts';
import { markerOf } from '../../../core/forge/marker.ts';
import { pullBase, pullBranch } from '../../../core/forge/pull-branch.ts';
import { ConfigError, PawlError } from '../../../ports/errors.ts';
import type { Forge } from '../../../ports/outside/forge.ts';
import { type Room, taskIn } from '../../room.ts';
import { commitOnce, habitIn } from '../commit.ts';
import { commitMessage } from '../message.ts';
import { baseNow, outcome } from './outcome.ts';
import { pageOf } from './page.ts';
import { showBranch } from './show-branch.ts';

/**
 * Shows the state of a task as one pull request: opened as a draft when the change is submitted, updated in each round,
 * and marked ready when it is approved. Calling it twice is safe. If the forge refuses before the work is done, the
 * refusal is recorded and the work continues; afterwards the run ends as undelivered.
 */
export const pr: Room<'pr', 'forges' | 'repo' | 'clock' | 'pages' | 'sandbox'> = async function* (
  step,
  context,
  world,
) {
  const { state, policy, target } = context;
  if (step.stage === 'outcome') return yield* outcome(step.task, context, world.forges);
  const { stage } = step;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  const parent = attempt?.conflict?.parent ?? task.parent;
  if (!attempt?.judged || !parent || !policy.forge) throw new Error('nothing to show');
  const { review, judged } = attempt;
  const marker = markerOf(state.run, `task=${step.task}`);

  try {
    const forge = await world.forges.open(policy.forge);
    const clone = await world.repo.clone(state.run, target);
    const habit = await habitIn(clone, state.base);
    const partial = stage === 'unfinished';
    const message = commitMessage(state, task, attempt, { partial, habit });
    // What was delivered already, else the judged tree on top of what the task builds on.
    const delivered = partial ? state.salvaged?.sha : task.commit?.sha;
    const request = { task: step.task, attempt: step.attempt, partial, tree: judged.judged_tree, parent, message };
    const sha = delivered ?? (yield* commitOnce(clone, state, request));
    const branch = await showBranch(
      { context, forge, sha, replaces: task.pull?.sha ?? null },
      task.pull?.branch ? [task.pull.branch] : pullBranch(state, policy, task, stage),
      world,
    );
    const title = message.split('\n')[0] ?? '';
    const page = pageOf(state, task, attempt, stage);
    const body = `${world.pages.pull(page)}\n${marker}\n`;
    const opened = task.pull ?? (yield* open(forge, { head: branch, title, body }));
    const isReady = stage === 'approved';
    const base = task.pull && (yield* baseNow(task, context, forge));
    const change = { title, body, ...(base && { base }), ...(isReady && { draft: false as const }) };
    const pull = await forge.update(opened.number, change);
    if (stage === 'reviewed' && review) {
      const round = markerOf(state.run, `task=${step.task} round=${review.round}`);
      const comment = `${world.pages.feedback(page, review.round)}\n${round}\n`;
      await forge.comment({ kind: 'pull', number: pull.number }, comment, round);
    }
    const { ref, url } = opened;
    const about = { stage, attempt: step.attempt, sha, draft: pull.draft, score: review?.score ?? null };
    yield { type: 'pr.updated', task: step.task, ref, url, ...about };
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const { reason } = error;
    const message = clip(error.message, 500);
    yield { type: 'forge.failed', task: step.task, attempt: step.attempt, action: stage, reason, message };
    if (stage !== 'approved') return;
    const cure = 'look at the forge, then open the pull request by hand';
    yield { type: 'delivery.refused', reason, command: 'pawl pr list', exit_code: null, message, cure };
  }

  async function* open(forge: Forge, { head, title, body }: { head: string; title: string; body: string }) {
    const base = pullBase(state, task, target.branch);
    if (base === null) throw new ConfigError('no branch is checked out that a pull request could go to', 'detached');
    const { number, url } = await forge.open({ head, base, title, body, draft: true, marker });
    const ref = `${forge.kind === 'gitlab' ? '!' : '#'}${number}`;
    yield { type: 'pr.opened' as const, task: step.task, ref, url, number, branch: head, base };
    return { number, ref, url };
  }
};
