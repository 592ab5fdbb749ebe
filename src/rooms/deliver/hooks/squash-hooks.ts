import { hookEnded, lastLine } from '../../../core/delivery/hooks.ts';
import type { World } from '../../../ports/world.ts';
import type { PawlEvent } from '../../../schema/run/event.ts';
import type { Context } from '../../room.ts';
import { commitOnce, type Wordings } from '../commit.ts';
import { messageHooks } from './commit-hooks.ts';
import { hooksDue } from './run-hook.ts';

interface SquashRequest {
  task: string;
  attempt: number;
  tree: string;
  parent: string;
  branch: string;
  messages: Wordings;
}

/**
 * The one commit of several tasks, with a message as the user's hooks leave it; null where they refuse it. Its files have
 * passed them. A hook may write something else each time, so the commit is journalled before any branch moves.
 */
export async function* squashOnce(
  context: Context,
  world: Pick<World, 'repo' | 'sandbox'>,
  { task, attempt, branch, messages, ...commit }: SquashRequest,
): AsyncGenerator<PawlEvent, string | null> {
  const { state, target, policy } = context;
  const clone = await world.repo.clone(state.run, target);
  for (const { tree, parent, partial, sha } of state.landing.prepared)
    if (tree === commit.tree && parent === commit.parent && !partial && (await clone.has(sha))) return sha;
  const about = { task, attempt, partial: false, ...commit };
  const hooks = await hooksDue(context, world.repo, ['prepare-commit-msg', 'commit-msg']);
  if (hooks === null) return yield* commitOnce(clone, state, { ...about, message: messages[0] });
  const words = await messageHooks(context, world, hooks, { ...commit, branch, messages });
  if (typeof words === 'string') {
    const sha = await clone.commit({ ...commit, message: `${words}\n`, at: state.started_at });
    yield { type: 'commit.prepared', ...about, sha };
    return sha;
  }
  yield {
    type: 'delivery.refused',
    reason: words.outcome === 'timeout' ? 'hook_timeout' : 'hook',
    command: 'git commit',
    exit_code: words.exit_code,
    message: `the tasks could not become one commit: ${hookEnded(words, policy)}${lastLine(words.output)}`,
    cure: 'fix the hook, or run with --no-verify',
  };
  return null;
}
