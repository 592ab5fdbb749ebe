import { clip } from '../../../core/clip.ts';
import { mostHookChanges } from '../../../core/delivery/hooks.ts';
import type { AttemptState } from '../../../core/task/task-state.ts';
import type { World } from '../../../ports/world.ts';
import type { EventOf, PawlEvent } from '../../../schema/run/event.ts';
import type { Context } from '../../room.ts';
import type { Wordings } from '../commit.ts';
import { type DueHooks, type HookRun, hooksDue, messageFile, runHook } from './run-hook.ts';

type Ports = Pick<World, 'repo' | 'sandbox' | 'blobs'>;
type Ran = EventOf<'hooks.ran'>;

interface HookRequest {
  task: string;
  attempt: AttemptState;
  tree: string;
  parent: string;
  branch: string;
  messages: Wordings;
}

/**
 * Lets the user's hooks look at a commit before it is made. Gives its message as they leave it, or null where there is
 * nothing to commit now: the event says why. What they passed is not asked again.
 */
export async function* passCommitHooks(
  context: Context,
  world: Ports,
  request: HookRequest,
): AsyncGenerator<PawlEvent, string | null> {
  const { task, attempt, tree, messages } = request;
  const [message] = messages;
  const { hooks: earlier } = attempt;
  if (earlier?.tree === tree && earlier.outcome === 'passed')
    return earlier.message_ref === null ? message : world.blobs.text(earlier.message_ref);
  const hooks = await hooksDue(context, world.repo, ['pre-commit', 'prepare-commit-msg', 'commit-msg']);
  if (hooks === null) return message;
  const about = { type: 'hooks.ran' as const, task, attempt: attempt.attempt, tree };
  const refusal = hooks.names.includes('pre-commit') ? await preCommit(context, world, hooks, request) : null;
  if (refusal) {
    yield { ...about, ...refusal };
    return null;
  }
  const words = await messageHooks(context, world, hooks, request);
  if (typeof words !== 'string') {
    yield { ...about, ...words };
    return null;
  }
  const message_ref = words === message.trim() ? null : await world.blobs.put(`${words}\n`);
  yield { ...about, ...reportOf(hooks.names.at(-1) ?? hooks.names[0]), outcome: 'passed', message_ref };
  return message_ref === null ? message : `${words}\n`;
}

type Outcome = Omit<Ran, 'type' | 'task' | 'attempt' | 'tree'>;

/** Why there is no commit: what the hook says, or what it made of the change. Null: it passes. */
async function preCommit(
  context: Context,
  world: Ports,
  hooks: DueHooks,
  request: HookRequest,
): Promise<Outcome | null> {
  const { attempt, tree, parent, branch } = request;
  const clone = await world.repo.clone(context.state.run, context.target);
  const call = { name: 'pre-commit' as const, args: [] };
  const run = await runHook(context, world, hooks, { ...call, commit: { tree, parent, branch } });
  if (run.ended === 'timeout') return { ...reportOf('pre-commit', run), outcome: 'timeout' };
  const after = await run.workspace.snapshot();
  if (after !== tree) {
    if (attempt.hook_changes >= mostHookChanges) return { ...reportOf('pre-commit', run), outcome: 'restless' };
    const { changes, patch } = await clone.diff(await clone.treeOf(parent), after);
    const files = changes.slice(0, 40).map(({ path }) => clip(path, 120));
    const sum = (of: 'insertions' | 'deletions') => changes.reduce((total, change) => total + change[of], 0);
    const counts = { insertions: sum('insertions'), deletions: sum('deletions') };
    const changed = { tree: after, files, ...counts, diff_ref: await world.blobs.put(patch) };
    return { ...reportOf('pre-commit', run), outcome: 'changed', changed };
  }
  if (run.ended === 'passed') return null;
  // A hook that fails with nothing to commit says nothing about the change.
  const unchanged = await clone.treeOf(parent);
  const control = await runHook(context, world, hooks, { ...call, commit: { tree: unchanged, parent, branch } });
  return { ...reportOf('pre-commit', run), outcome: control.ended === 'passed' ? 'failed' : 'unfit' };
}

/** The message that all hooks accept, of those that there are. */
export async function messageHooks(
  context: Context,
  world: Pick<World, 'repo' | 'sandbox'>,
  hooks: DueHooks,
  { tree, parent, branch, messages }: Pick<HookRequest, 'tree' | 'parent' | 'branch' | 'messages'>,
): Promise<string | Outcome> {
  let refusal: Outcome | null = null;
  for (const message of messages) {
    let words = message.trim();
    let refused: Outcome | null = null;
    for (const name of hooks.names) {
      if (name === 'pre-commit' || refused) continue;
      const args = name === 'prepare-commit-msg' ? [messageFile, 'message'] : [messageFile];
      const commit = { tree, parent, branch };
      const run = await runHook(context, world, hooks, { name, args, message: `${words}\n`, commit });
      if (run.ended === 'timeout') return { ...reportOf(name, run), outcome: 'timeout' };
      if (run.ended === 'failed' || run.message === '') refused = { ...reportOf(name, run), outcome: 'message' };
      words = clip(run.message, 16_000);
    }
    if (refused === null) return words;
    refusal ??= refused;
  }
  return refusal ?? messages[0];
}

const reportOf = (hook: string, run?: HookRun): Omit<Outcome, 'outcome'> => ({
  hook,
  exit_code: run?.exit_code ?? null,
  output: run?.output ?? '',
  message_ref: null,
  changed: null,
});
