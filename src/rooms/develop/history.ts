import { clip } from '../../core/clip.ts';
import { type Precedent, precedentsIn } from '../../core/learning/precedents.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import type { Executions } from '../../ports/state/executions.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import type { ExecutionKeys } from '../../schema/run/execution.ts';
import type { MetFailure } from '../../schema/run/lesson.ts';
import { noting } from '../noting.ts';

/** Seed 5's window: so many of the newest executions by each kind of key. */
const lookback = 10;
const most = 4;
/** About 300 tokens. */
const mostBytes = 1200;

/**
 * The history of these files, tests and errors in earlier runs, for the prompt of a new attempt; '' if there is none. A
 * text that the journal already holds for this attempt is used again.
 */
export async function* recallHistory(
  { run, task, attempt }: { run: string; task: TaskState; attempt: number },
  { errors, files }: MetFailure,
  executions: Pick<Executions, 'recall'>,
): AsyncGenerator<PawlEvent, string> {
  const { id } = task.task;
  const before = task.history.find((recalled) => recalled.attempt === attempt);
  if (before) return before.text;
  const keys: ExecutionKeys = {
    files,
    tests: errors.map(({ test }) => test),
    error_types: errors.map(({ error_type }) => error_type).filter((type) => type !== ''),
    signatures: errors.map(({ signature }) => signature),
  };
  if (files.length + errors.length === 0) return '';
  const recalled = yield* noting(id, async () => {
    const all = await executions.recall(keys, lookback);
    // What this task went through is told with its own attempts.
    return all.filter((execution) => execution.run !== run || execution.task !== id);
  });
  if (!recalled) return '';
  const text = bounded(precedentsIn(recalled, keys)).join('\n');
  if (text !== '') yield { type: 'history.recalled', task: id, attempt, executions: recalled.length, text };
  return text;
}

function bounded(precedents: Precedent[]): string[] {
  const rows: string[] = [];
  let bytes = 0;
  for (const row of precedents.slice(0, most).map(precedentText)) {
    bytes += Buffer.byteLength(row) + 1;
    if (bytes > mostBytes) break;
    rows.push(row);
  }
  return rows;
}

function precedentText({ test, pattern, count, led_to_pass, files, root_cause, fix_strategy }: Precedent): string {
  const times = count === 1 ? 'once' : `${count} times`;
  const where = files.slice(0, 3).map((path) => quoted(path, 80));
  const after = where.length > 0 ? ` after changes of ${where.join(', ')}` : '';
  const ended = led_to_pass === 0 ? 'none of it led to a pass' : `${led_to_pass} of ${count} led to a pass later`;
  const cause = root_cause === '' ? '' : ` Found then: ${quoted(root_cause, 250)}`;
  const advice = fix_strategy === '' ? '' : ` Advised: ${quoted(fix_strategy, 200)}`;
  return `- ${quoted(test, 150)} failed ${times}${after} with ${quoted(pattern, 200)}; ${ended}.${cause}${advice}`;
}

const quoted = (text: string, bytes: number): string => JSON.stringify(clip(text.replaceAll(/\s+/g, ' '), bytes));
