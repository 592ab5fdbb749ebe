import { newSightings, sightingText } from '../../languages/surroundings.ts';
import type { Clone } from '../../ports/repo.ts';
import type { JudgeTree } from './judge-tree.ts';

/** A change that looks around everywhere has said enough. */
const most = 10;

/** Where a change newly reads what it runs in: arguments, environment, mounts, callers. Tests may. */
export async function sightingsIn(
  clone: Clone,
  base: string,
  { tree, changes }: JudgeTree,
  isTest: (path: string) => boolean,
): Promise<string[]> {
  const paths = changes
    .filter(({ path, status }) => status !== 'deleted' && !isTest(path))
    .map(({ path }) => path)
    .slice(0, 500);
  const [before, after] = await Promise.all([clone.readMany(base, paths), clone.readMany(tree, paths)]);
  const found: string[] = [];
  for (const [path, now] of after)
    for (const sighting of await newSightings(path, before.get(path) ?? null, now))
      found.push(sightingText(path, sighting));
  return found.slice(0, most);
}
