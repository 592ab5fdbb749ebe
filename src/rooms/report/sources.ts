import type { RunState } from '../../core/run/run-state.ts';
import type { Repo } from '../../ports/outside/repo.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Original } from '../../schema/run/report.ts';
import type { Context } from '../room.ts';
import type { Diffs } from './reported-task.ts';

/** Every change that was made. One that cannot be read any more says so, and hides no other. */
export async function diffsOf(state: RunState, blobs: Blobs): Promise<Diffs> {
  const diffs = new Map<string, string>();
  for (const { finished } of state.tasks.flatMap((task) => task.attempts)) {
    if (finished && finished.files.length > 0)
      diffs.set(finished.diff_ref, await orReason(blobs.text(finished.diff_ref)));
  }
  return diffs;
}

const orReason = (text: Promise<string>): Promise<string> =>
  text.catch((error: unknown) => `[cannot be shown: ${messageOf(error)}]`);

/**
 * The files that attempts changed, as they were before each task. If they can no longer be read, the report says so.
 */
export async function originalOf({ state, target }: Context, repo: Repo): Promise<Original> {
  const tasks = state.tasks.filter((task) => task.parent !== null && task.attempts.length > 0);
  const files: Original['files'] = [];
  try {
    for (const { parent, attempts } of tasks) {
      const paths = [...new Set(attempts.flatMap(({ finished }) => finished?.files ?? []))];
      if (paths.length === 0) continue;
      const clone = await repo.clone(state.run, target);
      const texts = await clone.readMany(await clone.treeOf(parent ?? state.base), paths);
      files.push(...paths.map((path) => ({ path, content: texts.get(path) ?? null })));
    }
    return { files, unread: null };
  } catch (error) {
    return { files: [], unread: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
