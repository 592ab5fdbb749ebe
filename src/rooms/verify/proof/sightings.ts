import { newlyCatches, newlyEnds } from '../../../languages/judging/catching.ts';
import { newEqualities } from '../../../languages/judging/equality.ts';
import { newSightings } from '../../../languages/judging/surroundings.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import type { Violation } from '../violations.ts';

/** A change that looks around everywhere has said enough. */
const most = 10;

export interface Sightings {
  findings: Finding[];
  /** Where it does not only look at what runs it, but changes it. */
  violations: Violation[];
  /** It newly catches something, which may be what a test throws. */
  catches: boolean;
  /** It may speak for its tests: it says what is equal, looks at who runs it, or can end compiled ones before they run. */
  speaks: boolean;
}

/**
 * Where a change newly reads what it runs in (arguments, environment, mounts, callers), and where it says itself what its
 * values equal. Tests may.
 */
export async function sightingsIn(
  clone: Clone,
  base: string,
  { tree, changes }: JudgeTree,
  isTest: (path: RepoPath) => boolean,
): Promise<Sightings> {
  const paths = changes
    .filter(({ path, status }) => status !== 'deleted' && !isTest(path))
    .map(({ path }) => path)
    .slice(0, 500);
  const [before, after] = await Promise.all([clone.readMany(base, paths), clone.readMany(tree, paths)]);
  const result: Sightings = { findings: [], violations: [], catches: false, speaks: false };
  for (const [path, now] of after) {
    result.catches ||= newlyCatches(path, before.get(path) ?? null, now);
    result.speaks ||= newlyEnds(path, before.get(path) ?? null, now);
    for (const line of newEqualities(path, before.get(path) ?? null, now))
      result.findings.push({
        kind: 'equality',
        file: path,
        line,
        text: `${path}:${line} changes what counts as equal`,
      });
    const reported = new Set<string>();
    const sightings = await newSightings(path, before.get(path) ?? null, now);
    for (const { line, what, meddles } of sightings.toSorted((a, b) => a.line - b.line)) {
      result.findings.push({ kind: 'surroundings', file: path, line, text: `${path}:${line} ${what}` });
      if (!meddles || reported.has(what)) continue;
      reported.add(what);
      const rule = `line ${line} ${what}, which is outside this project's own code`;
      result.violations.push({ file: path, line, rule, added: !before.has(path) });
    }
  }
  const speaks = result.speaks || result.findings.length > 0;
  return { ...result, speaks, findings: result.findings.slice(0, most) };
}
