import { failureSignature, normaliseMessage } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import { rankLessons } from '../../core/learning/lesson-ranking.ts';
import type { TaskState } from '../../core/run/run-state.ts';
import type { Memory } from '../../ports/state/memory.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Lesson, MetFailure } from '../../schema/run/lesson.ts';
import { noting } from '../noting.ts';

const most = 3;
const mostBytes = 1500;

/**
 * What earlier runs learned about the failure at hand, for the prompt of a new attempt; '' without any. What the journal
 * says was recalled for this attempt stands: a run that was killed before the attempt began says the same again.
 */
export async function* recallLessons(
  { run, task, attempt }: { run: string; task: TaskState; attempt: number },
  baseline: () => Promise<TestRun>,
  memory: Memory,
): AsyncGenerator<PawlEvent, string> {
  const { id } = task.task;
  const before = task.recalled.filter((recalled) => recalled.attempt === attempt);
  const isKnown = (lesson: Lesson) => before.some((event) => isSame(event, lesson));
  const failure = failureOf(task) ?? baselineFailure(await baseline());
  if (failure.signature === null && failure.errors.length === 0) return '';

  const lessons = yield* noting(id, async () => {
    const ranked = rankLessons(await memory.like(failure), failure);
    const fitting = bounded(before.length > 0 ? ranked.filter(isKnown) : ranked);
    if (fitting.length > 0)
      await memory.told(
        fitting.map((lesson) => lesson.id),
        { run, task: id, attempt },
      );
    return fitting;
  });
  for (const lesson of lessons ?? []) {
    if (!isKnown(lesson)) yield { type: 'lesson.recalled', task: id, ...clipped(lesson), attempt };
  }
  return (lessons ?? []).map(shown).join('\n');
}

/** What the newest judged attempt failed with. */
function failureOf({ attempts }: TaskState): MetFailure | null {
  const last = attempts.findLast(({ judged }) => judged !== null);
  if (!last?.judged) return null;
  const errors = last.analyses.map(({ test, error_type, error_message }) => normal(test, error_type, error_message));
  return { signature: last.judged.signature, errors };
}

/** What fails before anybody tried, as it would look after an attempt that changes nothing about it. */
function baselineFailure(run: TestRun): MetFailure {
  const failing = run.cases.filter(({ status }) => status === 'failed' || status === 'error');
  const failures = failing.map(({ id, error }) => ({ test: id, error: error ?? { type: '', message: '' } }));
  if (failing.length + run.errors.length === 0) return { signature: null, errors: [] };
  return {
    signature: failureSignature({ syntax: [], failures, errors: run.errors, outcome: `${run.outcome} tests ` }),
    errors: [
      ...failures.map(({ test, error }) => normal(test, error.type, error.message)),
      ...run.errors.map(({ file, type, message }) => normal(file ?? '', type, message)),
    ].slice(0, most),
  };
}

const normal = (test: string, type: string, message: string): MetFailure['errors'][number] => ({
  test: clip(test, 250),
  error_type: clip(type, 80),
  error_message: clip(normaliseMessage(message), 600),
});

const clipped = ({ signature, fix }: Lesson) => ({ signature: clip(signature, 200), fix: clip(fix, 1200) });
const isSame = (event: EventOf<'lesson.recalled'>, lesson: Lesson): boolean =>
  event.signature === clipped(lesson).signature && event.fix === clipped(lesson).fix;

/** As many as fit, the best first. */
function bounded(ranked: Lesson[]): Lesson[] {
  const fitting: Lesson[] = [];
  let bytes = 0;
  for (const lesson of ranked) {
    bytes += Buffer.byteLength(shown(lesson)) + 1;
    if (bytes > mostBytes || fitting.length === most) break;
    fitting.push(lesson);
  }
  return fitting;
}

/** Quoted: they are words of earlier developers and tests, and no orders. */
function shown({ test, error_type, error_message, fix, files, tier, told: times, passed }: Lesson): string {
  const failed = clip([error_type, error_message].filter((part) => part !== '').join(': '), 300);
  const where = files.slice(0, 3).map((path) => clip(path, 80));
  return [
    `- failed: ${quoted(failed)}${test === '' ? '' : ` (${quoted(clip(test, 150))})`}`,
    `  passed after: ${quoted(clip(fix, 450))}`,
    `  changed: ${where.map(quoted).join(', ') || 'nothing'}; by ${quoted(clip(tier, 40))}${times > 0 ? `; told ${times} times, then passed ${passed} times` : ''}`,
  ].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, ' '));
