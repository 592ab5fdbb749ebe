import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';

/**
 * Tests that pass before and after and take at least twice as long now, and a quarter of a second more. Of several
 * runs, the fastest counts now and the slowest before, so that a busy machine is not reported as a regression.
 */
export function slowerTests(before: TestRun[], now: TestRun[]): Verdict['slower'] {
  const [past, present] = [durations(before, Math.max), durations(now, Math.min)];
  return [...present].flatMap(([test, after_ms]) => {
    const before_ms = past.get(test);
    const slow = before_ms !== undefined && after_ms >= 2 * before_ms && after_ms - before_ms >= 250;
    return slow ? [{ test, before_ms: Math.round(before_ms), after_ms: Math.round(after_ms) }] : [];
  });
}

function durations(runs: TestRun[], pick: (...values: number[]) => number): Map<string, number> {
  const byTest = new Map<string, number>();
  for (const { id, status, duration_ms } of runs.flatMap((run) => run.cases)) {
    if (status === 'passed') byTest.set(id, pick(duration_ms, byTest.get(id) ?? duration_ms));
  }
  return byTest;
}
