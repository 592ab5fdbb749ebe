import { createHash } from 'node:crypto';
import { factsOf, isMapped } from '../../code/map/facts.ts';
import { type Interest, rank } from '../../code/map/rank.ts';
import { renderMap } from '../../code/map/render.ts';
import { prefixOf } from '../../languages/scope.ts';
import { RepoError } from '../../ports/errors.ts';
import type { Maps } from '../../ports/maps.ts';
import type { Clone, Target } from '../../ports/repo.ts';
import type { FileFacts } from '../../schema/file-facts.ts';

export interface MapParts {
  clone: Clone;
  maps: Maps;
  tree: string;
  target: Pick<Target, 'top' | 'scope'>;
  isHidden: (path: string) => boolean;
}

export const mapTokens = 1500;
/** More files than this are not looked at: what such a map could say is not worth the wait. */
const mostFiles = 20_000;
const batch = 1000;

/**
 * What is defined where, the most telling first, within a budget of tokens; paths are named from the scope. Files are
 * read only where their content was not seen before.
 */
export async function repositoryMap(parts: MapParts, interest: Interest, budget = mapTokens): Promise<string> {
  const prefix = prefixOf(parts.target.scope);
  const facts = new Map<string, FileFacts>();
  for (const [path, known] of await factsIn(parts)) facts.set(path.slice(prefix.length), known);
  return facts.size === 0 ? '' : renderMap(rank(facts, interest), budget);
}

async function factsIn({ clone, maps, tree, target, isHidden }: MapParts): Promise<Map<string, FileFacts>> {
  const prefix = prefixOf(target.scope);
  const key = createHash('sha256').update(`${target.top}\n${target.scope}`).digest('hex').slice(0, 32);
  const [hashes, known] = await Promise.all([clone.hashes(tree), maps.load(key)]);
  const shown = [...hashes].filter(
    ([path]) => path.startsWith(prefix) && isMapped(path) && !isHidden(path.slice(prefix.length)),
  );
  const wanted = shown.slice(0, mostFiles);
  const unseen = wanted.filter(([, oid]) => !known.has(oid));
  for (let at = 0; at < unseen.length; at += batch) {
    const some = unseen.slice(at, at + batch);
    const texts = await textsOf(
      clone,
      tree,
      some.map(([path]) => path),
    );
    for (const [path, oid] of some) known.set(oid, factsOf(path, texts.get(path) ?? ''));
  }
  const found = wanted.map(([path, oid]): [string, FileFacts] => [path, known.get(oid) ?? { defs: [], uses: [] }]);
  if (unseen.length > 0)
    await maps.save(key, new Map(wanted.map(([, oid], at) => [oid, found[at]?.[1] ?? { defs: [], uses: [] }])));
  return new Map(found);
}

/** Files too large to be read at once are left off the map: a task can be done without it. */
async function textsOf(clone: Clone, tree: string, paths: string[]): Promise<Map<string, string>> {
  try {
    return await clone.readMany(tree, paths);
  } catch (error) {
    if (error instanceof RepoError) return new Map();
    throw error;
  }
}
