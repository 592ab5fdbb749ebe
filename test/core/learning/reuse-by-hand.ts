import type { Recorded } from '../../../src/schema/run/event.ts';

/** The journal of a run in which lessons were told to some of the attempts. */
export function withLessons(journal: Recorded[], seed: number): Recorded[] {
  let chance = seed;
  return journal.flatMap((event): Recorded[] => {
    if (event.type !== 'attempt.started') return [event];
    chance = (chance * 1103515245 + 12345) % 2 ** 31;
    const { seq, at, run, task, attempt } = event;
    const told = { seq, at, run, type: 'lesson.recalled' as const, task, signature: 's', fix: 'f', attempt };
    return Array.from<Recorded>({ length: Math.floor(chance / 2 ** 16) % 3 })
      .fill(told)
      .concat(event);
  });
}

/**
 * As a person would count with the printed events alone: of the tasks that met a failure, those whose last attempt was
 * told a lesson and solved it.
 */
export function reuseByHand(journals: Recorded[][]): { met: number; reused: number } {
  let [met, reused] = [0, 0];
  for (const journal of journals) {
    const end = journal.find(({ type }) => type === 'run.finished') as { status: string } | undefined;
    if (end === undefined) continue;
    const of = (type: string) => journal.filter((event) => event.type === type) as unknown as Printed[];
    for (const task of new Set(of('attempt.started').map((event) => event.task))) {
      const about = (type: string) => of(type).filter((event) => event.task === task);
      const attempts = about('attempt.started').map(({ attempt }) => attempt);
      const last = attempts.at(-1);
      const told = about('lesson.recalled').map(({ attempt }) => attempt);
      const isSolved = about('task.finished').at(-1)?.status === 'completed';
      if (!isSolved && end.status === 'cancelled') continue;
      const verdictOf = (attempt: number) => {
        const mine = journal.filter((event) => 'attempt' in event && event.task === task && event.attempt === attempt);
        const last = mine.findLast((event) => event.type === 'verdict.reached' || hasNewTree(event));
        return last?.type === 'verdict.reached' ? last.verdict.status : undefined;
      };
      if (told.length === 0 && attempts.every((attempt) => verdictOf(attempt) === 'pass')) continue;
      met += 1;
      if (isSolved && last !== undefined && told.includes(last)) reused += 1;
    }
  }
  return { met, reused };
}

/** What a hook, the test engineer or a merge made of it is another tree: that one has no verdict yet. */
const hasNewTree = (event: Recorded): boolean =>
  (event.type === 'hooks.ran' && event.changed !== null) ||
  (event.type === 'tests.written' && event.files.length > 0) ||
  (event.type === 'change.merged' && event.tree !== null);

interface Printed {
  task: string;
  attempt: number;
  status?: string;
  verdict?: { status: string };
}
