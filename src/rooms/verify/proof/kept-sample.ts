import { createHash } from 'node:crypto';
import type { TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';
import { spareTime, tookIn } from '../runs/observe.ts';

/**
 * Of the tests that passed before and still do, those for the control: by whole files, those near the change first, the
 * rest in an order that the code cannot know, as many as a small part of the suite's time allows.
 */
export function keptSample<T extends TestIdentity>(
  kept: T[],
  baseline: TestRun,
  near: string[] | null,
  mark: string,
): T[] {
  const rank = (file: string) =>
    `${near?.includes(file) ? 0 : 1} ${createHash('sha256')
      .update(mark + file)
      .digest('hex')}`;
  const files = [...new Set(kept.map(({ file }) => file))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const chosen = new Set<string>();
  const loading_ms = loadingTime(baseline);
  let remaining_ms = spareTime(baseline);
  for (const file of files) {
    const tests = baseline.cases.filter((test) => test.file === file).length;
    remaining_ms -= tookIn(baseline, [file]) + loading_ms * tests;
    if (remaining_ms >= 0) chosen.add(file);
  }
  return kept.filter(({ file }) => chosen.has(file));
}

/** What loading and collecting takes for each test, beyond what any run takes to begin: more than the tests, in some suites. */
function loadingTime(baseline: TestRun): number {
  const besides = baseline.duration_ms - tookIn(baseline, [...new Set(baseline.cases.map(({ file }) => file))]);
  return Math.max(0, besides - 1000) / Math.max(1, baseline.cases.length);
}
