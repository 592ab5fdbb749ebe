import { createHash } from 'node:crypto';
import { scopeAt } from '../../languages/runs/scope.ts';
import { factsOf, isMapped } from '../../languages/structure/map/facts.ts';
import { type Interest, rank } from '../../languages/structure/map/rank.ts';
import { renderMap } from '../../languages/structure/map/render.ts';
import type { Clone, Target } from '../../ports/outside/repo.ts';
import type { Maps } from '../../ports/state/maps.ts';
import type { FileFacts } from '../../schema/code/file-facts.ts';
import type { ScopePath } from '../../schema/code/path.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import { textsOf } from '../changed-texts.ts';

export interface MapParts {
  clone: Clone;
  maps: Maps;
  parsers: Parsers;
  tree: string;
  target: Pick<Target, 'top' | 'scope'>;
  isHidden: (path: string) => boolean;
}

export const mapTokens = 1500;
/** More files than this are not looked at: what such a map could say is not worth the wait. */
const mostFiles = 20_000;
const batch = 2000;
/** Facts of another version are made again. */
const madeBy = 'facts 2';

/**
 * What is defined where, the most telling first, within a budget of tokens; paths are named from the scope. Files are
 * read only where their content was not seen before.
 */
export async function repositoryMap(parts: MapParts, interest: Interest, budget = mapTokens): Promise<string> {
  const facts = await factsIn(parts);
  return facts.size === 0 ? '' : renderMap(rank(facts, interest), budget);
}

async function factsIn({ clone, maps, parsers, tree, target, isHidden }: MapParts): Promise<Map<ScopePath, FileFacts>> {
  const { nameOf } = scopeAt(target.scope);
  const key = createHash('sha256').update(`${madeBy}\n${target.top}\n${target.scope}`).digest('hex').slice(0, 32);
  const [hashes, cache] = await Promise.all([clone.hashes(tree), maps.load(key)]);
  const visible = [...hashes].flatMap(([path, oid]) => {
    const name = nameOf(path);
    return name !== null && isMapped(path) && !isHidden(name) ? [{ path, name, oid }] : [];
  });
  const mapped = visible.slice(0, mostFiles);
  const unknown = new Set<string>();
  const unseen = mapped.filter(({ oid }) => !cache.has(oid));
  for (let at = 0; at < unseen.length; at += batch) {
    const files = unseen.slice(at, at + batch);
    const texts = await textsOf(
      clone,
      tree,
      files.map(({ path }) => path),
    );
    const sources = files.flatMap(({ path, oid }) => {
      const text = texts.get(path);
      if (text === undefined) unknown.add(oid);
      return text === undefined ? [] : [{ path, text, oid }];
    });
    const facts = await factsOf(sources, parsers);
    for (const [order, { oid }] of sources.entries()) {
      const { known: isKnown, ...fact } = facts[order] ?? { defs: [], uses: [], known: false };
      cache.set(oid, fact);
      if (!isKnown) unknown.add(oid);
    }
  }
  const factsByPath = mapped.map(({ name, oid }): [ScopePath, FileFacts] => [
    name,
    cache.get(oid) ?? { defs: [], uses: [] },
  ]);
  // What no parser could read is tried again by the next run.
  const entries = mapped.flatMap(({ oid }, at): [string, FileFacts][] => {
    const fact = factsByPath[at]?.[1];
    return fact && !unknown.has(oid) ? [[oid, fact]] : [];
  });
  if (unseen.length > 0) await maps.save(key, new Map(entries));
  return new Map(factsByPath);
}
