import type { RunBrief } from '../../../../schema/run/view.ts';

export interface Day {
  /** `2026-11-17`, in the reader's own time. */
  day: string;
  completed: number;
  other: number;
  unfinished: number;
  usd: number;
  attempts: number;
}

/** What was started on each of the last days, the oldest first; days without runs are there, too. */
export function daysOf(runs: Iterable<RunBrief>, now: Date, days: number): Day[] {
  const list = Array.from({ length: days }, (_, at): Day => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - at));
    return { day: nameOf(date), completed: 0, other: 0, unfinished: 0, usd: 0, attempts: 0 };
  });
  const byName = new Map(list.map((day) => [day.day, day]));
  for (const run of runs) {
    const day = byName.get(nameOf(new Date(run.started_at)));
    if (!day) continue;
    if (run.exit_code === null) day.unfinished += 1;
    else if (run.exit_code === 0) day.completed += 1;
    else day.other += 1;
    day.usd += run.usd;
    day.attempts += run.attempts;
  }
  return list;
}

function nameOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
