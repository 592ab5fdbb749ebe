import { patternOf, patternSignature } from '../../code/pattern.ts';
import { normaliseMessage } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { MetFailure } from '../../schema/run/lesson.ts';

const most = 5;

/** What a new attempt has to get past: what the newest judged one failed with, else what fails before anybody tried. */
export async function metFailure(
  task: TaskState,
  baseline: () => Promise<TestRun>,
  files: readonly string[],
): Promise<MetFailure> {
  const last = task.attempts.findLast(({ judged }) => judged !== null);
  const named = [...new Set([...(last?.finished?.files ?? []), ...files])].slice(0, 20);
  if (!last) return { errors: errorsOf(await baseline()), files: named };
  const errors = last.analyses
    .filter(({ noise }) => !noise)
    .map(({ test, error_type, error_message, signature }) => met(test, error_type, error_message, signature));
  return { errors: errors.slice(0, most), files: named };
}

function errorsOf({ cases, errors }: TestRun): MetFailure['errors'] {
  const failing = cases.filter(({ status }) => status === 'failed' || status === 'error');
  const all = [
    ...failing.map(({ id, error }) => met(id, error?.type ?? '', error?.message ?? '')),
    ...errors.map(({ file, type, message }) => met(file ?? '(runner)', type, message)),
  ];
  // A kind once, so that few places show as much as possible.
  return all.filter(({ signature }, at) => all.findIndex((one) => one.signature === signature) === at).slice(0, most);
}

const met = (
  test: string,
  type: string,
  message: string,
  signature = patternSignature(patternOf(type, message)),
): MetFailure['errors'][number] => ({
  test: clip(test, 250),
  error_type: clip(type, 80),
  error_message: clip(normaliseMessage(message), 600),
  signature,
});
