import { languageOf } from '../registry.ts';

/** Whether a change to a file newly catches something. */
export function newlyCatches(path: string, base: string | null, now: string): boolean {
  const catching = languageOf(path)?.judging?.catching;
  if (!catching) return false;
  const before = new Set((base ?? '').split('\n').map((line) => line.trim()));
  return now.split('\n').some((line) => catching.test(line) && !before.has(line.trim()));
}
