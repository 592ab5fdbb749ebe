import { createHash } from 'node:crypto';
import type { Ruling } from '../../../core/judge/pass-rule.ts';
import type { TestRun } from '../../../schema/test-run.ts';
import { fileOf, spareTime, tookIn } from '../runs/observe.ts';

/**
 * Tests that passed before and still do, for the control: by whole files, those near the change first, the rest in an
 * order that the code cannot know, as many as a small part of the suite's time allows.
 */
export function keptSample({ classes }: Ruling, baseline: TestRun, near: string[] | null, mark: string): string[] {
  const kept = [...classes].filter(([, is]) => is === 'kept').map(([id]) => id);
  const rank = (file: string) =>
    `${near?.includes(file) ? 0 : 1} ${createHash('sha256')
      .update(mark + file)
      .digest('hex')}`;
  const files = [...new Set(kept.map(fileOf))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const chosen = new Set<string>();
  let left = spareTime(baseline);
  for (const file of files) {
    left -= tookIn(baseline, [file]);
    if (left >= 0) chosen.add(file);
  }
  return kept.filter((id) => chosen.has(fileOf(id)));
}
