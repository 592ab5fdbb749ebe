import { recurringBreaks } from '../core/learning/recurring.ts';
import type { Executions } from '../ports/state/executions.ts';

/** How many of the newest executions that changed one of the files are looked at. */
const lookback = 100;

/** The tests that changes to these files have broken in earlier runs. `but`: a task whose own attempts do not count. */
export async function recurringFor(
  files: readonly string[],
  executions: Pick<Executions, 'recall'>,
  but: { run: string; task: string } | null,
): Promise<string[]> {
  if (files.length === 0) return [];
  const keys = { files: files.slice(0, 20), tests: [], error_types: [], signatures: [] };
  const all = await executions.recall(keys, lookback);
  return recurringBreaks(
    all.filter(({ run, task }) => but === null || run !== but.run || task !== but.task),
    files,
  );
}
