/** What takes an exception from whoever would have got it, in any of the languages. */
const catching =
  /\bcatch\b|\ballSettled\b|\bexcept\b|\bsuppress\b|\b__a?exit__\b|\brecover\s*\(|\bcatch_unwind\b|\brescue\b|\bfinally\b|\breturn\s+True\b|\bonerror\b|\buncaughtException\b/;

/** Whether a change to a file newly catches something. */
export function newlyCatches(base: string | null, now: string): boolean {
  const before = new Set((base ?? '').split('\n').map((line) => line.trim()));
  return now.split('\n').some((line) => catching.test(line) && !before.has(line.trim()));
}
