import { newlyCatches } from '../../../languages/catching.ts';
import { newEqualities } from '../../../languages/equality.ts';
import { isMeddling, newSightings, sightingText } from '../../../languages/surroundings.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { Verdict } from '../../../schema/verdict.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';

/** A change that looks around everywhere has said enough. */
const most = 10;

export interface Seen {
  warnings: string[];
  /** Where it does not only look at what runs it, but changes it. */
  violations: Verdict['integrity'];
  /** It newly catches something, which may be what a test throws. */
  catches: boolean;
}

/**
 * Where a change newly reads what it runs in (arguments, environment, mounts, callers), and where it says itself what its
 * values equal. Tests may.
 */
export async function sightingsIn(
  clone: Clone,
  base: string,
  { tree, changes }: JudgeTree,
  isTest: (path: string) => boolean,
): Promise<Seen> {
  const paths = changes
    .filter(({ path, status }) => status !== 'deleted' && !isTest(path))
    .map(({ path }) => path)
    .slice(0, 500);
  const [before, after] = await Promise.all([clone.readMany(base, paths), clone.readMany(tree, paths)]);
  const seen: Seen = { warnings: [], violations: [], catches: false };
  for (const [path, now] of after) {
    seen.catches ||= newlyCatches(path, before.get(path) ?? null, now);
    for (const line of newEqualities(path, before.get(path) ?? null, now))
      seen.warnings.push(`equality: ${path}:${line} changes what counts as equal`);
    for (const sighting of await newSightings(path, before.get(path) ?? null, now)) {
      seen.warnings.push(sightingText(path, sighting));
      if (isMeddling(sighting)) seen.violations.push({ file: path, rule: `${sighting.what}: it changes what runs it` });
    }
  }
  return { ...seen, warnings: seen.warnings.slice(0, most) };
}
