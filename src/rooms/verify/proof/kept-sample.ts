import { createHash } from 'node:crypto';
import type { TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';
import { loadingTime, spareTime, tookIn } from '../runs/observe.ts';

/**
 * Chooses tests for the control from those that passed before and still do: whole files, those nearest to the change
 * first, the rest in an order that the code under test cannot know, within a small part of the suite's time.
 */
export function keptSample<T extends TestIdentity>(
  keptTests: T[],
  baseline: TestRun,
  near: string[] | null,
  mark: string,
): T[] {
  const rank = (file: string) =>
    `${near?.includes(file) ? 0 : 1} ${createHash('sha256')
      .update(mark + file)
      .digest('hex')}`;
  const files = [...new Set(keptTests.map(({ file }) => file))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const chosen = new Set<string>();
  const loadingOf = loadingTime(baseline);
  let remaining_ms = spareTime(baseline);
  for (const file of files) {
    remaining_ms -= tookIn(baseline, [file]) + loadingOf(file);
    if (remaining_ms >= 0) chosen.add(file);
  }
  return keptTests.filter(({ file }) => chosen.has(file));
}
