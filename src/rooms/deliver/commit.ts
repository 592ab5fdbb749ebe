import { type Habit, habitOf, otherHabits } from '../../core/delivery/habit.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { commitTypes } from '../../languages/generic/commit-types.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { PawlEvent } from '../../schema/run/event.ts';

/** As many commits as show a habit. */
const enough = 200;

/** As the log of a commit shows it, and as its tree says that commits are to be called. */
export async function habitIn(clone: Clone, base: string): Promise<Habit> {
  const tree = await clone.treeOf(base);
  const types = await commitTypes(await clone.list(tree), (path) => clone.read(tree, path));
  return habitOf(await clone.subjects(base, enough), types);
}

/** The words of a commit, then others that a hook may like better. */
export type Wordings = readonly [string, ...string[]];

/** A commit worded by the habit of its repository, then by others. */
export function wordingsOf(habit: Habit, worded: (by: Habit) => string): Wordings {
  const first = worded(habit);
  const others = new Set(otherHabits.map(worded));
  others.delete(first);
  return [first, ...others];
}

interface CommitRequest {
  task: string;
  attempt: number;
  partial: boolean;
  tree: string;
  parent: string;
  message: string;
}

/**
 * The commit of a tree. Without a signature the same words give the same commit; a signed one is journalled before any
 * branch moves, and taken from there the next time.
 */
export async function* commitOnce(
  clone: Clone,
  { landing, started_at }: RunState,
  { message, ...about }: CommitRequest,
): AsyncGenerator<PawlEvent, string> {
  const { tree, parent, partial } = about;
  for (const prepared of landing.prepared) {
    const isAlike = prepared.tree === tree && prepared.parent === parent && prepared.partial === partial;
    if (isAlike && (await clone.has(prepared.sha)) && isSame(await clone.message(prepared.sha), message))
      return prepared.sha;
  }
  const sha = await clone.commit({ tree, parent, message, at: started_at });
  if (await clone.signs()) yield { type: 'commit.prepared', ...about, sha };
  return sha;
}

const isSame = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();
