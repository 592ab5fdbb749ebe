import { clip } from '../../core/clip.ts';
import { rankLessons } from '../../core/learning/lesson-ranking.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import type { Memory } from '../../ports/state/memory.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Lesson, MetFailure } from '../../schema/run/lesson.ts';
import { noting } from '../noting.ts';

const most = 3;
const mostBytes = 2000;

/**
 * The lessons for the current failure, for the prompt of a new attempt; '' if there are none. If the journal already
 * holds lessons for this attempt, these are used again, so a run that was killed repeats the same text.
 */
export async function* recallLessons(
  { run, task, attempt }: { run: string; task: TaskState; attempt: number },
  failure: MetFailure,
  memory: Memory,
): AsyncGenerator<PawlEvent, string> {
  const { id } = task.task;
  const before = task.recalled.filter((recalled) => recalled.attempt === attempt);
  const isKnown = (lesson: Lesson) => before.some((event) => isSame(event, lesson));
  if (failure.errors.length === 0) return '';

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
  return (lessons ?? []).map(lessonText).join('\n');
}

const clipped = ({ signature, fix }: Lesson) => ({ signature: clip(signature, 200), fix: clip(fix, 1200) });
const isSame = (event: EventOf<'lesson.recalled'>, lesson: Lesson): boolean =>
  event.signature === clipped(lesson).signature && event.fix === clipped(lesson).fix;

/** As many as fit, the best first. */
function bounded(ranked: Lesson[]): Lesson[] {
  const fitting: Lesson[] = [];
  let bytes = 0;
  for (const lesson of ranked) {
    bytes += Buffer.byteLength(lessonText(lesson)) + 1;
    if (bytes > mostBytes || fitting.length === most) break;
    fitting.push(lesson);
  }
  return fitting;
}

/** Quoted: they are words of earlier developers and tests, and no orders. */
function lessonText({ pattern, fix, diff, files, told: times, passed }: Lesson): string {
  const where = files.slice(0, 3).map((path) => clip(path, 80));
  const record = times > 0 ? `; of ${times} attempts told this, ${passed} passed` : '';
  return [
    `- error: ${quoted(clip(pattern, 300))}`,
    `  fix: ${quoted(clip(fix, 450))}`,
    `  proved by a change of ${where.map(quoted).join(', ') || 'nothing'}${record}`,
    ...(diff === '' ? [] : [`  change: ${JSON.stringify(clip(diff, 600))}`]),
  ].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, ' '));
