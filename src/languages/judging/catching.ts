import { languageOf } from '../registry.ts';

/** Whether a change to a file newly catches something. */
export const newlyCatches = (path: string, base: string | null, now: string): boolean =>
  hasNewly(languageOf(path)?.judging?.catching, base, now);

/** Whether it newly has what can end the process of compiled tests before they have run. */
export const newlyEnds = (path: string, base: string | null, now: string): boolean =>
  hasNewly(languageOf(path)?.judging?.ending, base, now);

function hasNewly(pattern: RegExp | undefined, base: string | null, now: string): boolean {
  if (!pattern) return false;
  const before = new Set((base ?? '').split('\n').map((line) => line.trim()));
  return now.split('\n').some((line) => pattern.test(line) && !before.has(line.trim()));
}
