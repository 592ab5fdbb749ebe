import type { Source, StructureRules } from '../../../code/structure/shape.ts';
import type { FileFacts } from '../../../schema/code/file-facts.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { isInstalled, languages, structureOf } from '../../registry.ts';

const largest = 512 * 1024;
const mostUses = 1500;
const foreign = /(?:^|\/)(?:vendor|third_party|dist|build|target|site-packages)\//;

/** Whether a file belongs on the map: source of a known language that somebody wrote here. */
export const isMapped = (path: string): boolean => structureOf(path) !== null && !isForeign(path);

const isForeign = (path: string): boolean =>
  foreign.test(path) || isInstalled(path) || languages().some(({ generated }) => generated?.test(path));

export interface Facts extends FileFacts {
  /** Whether its definitions are known: a parser may be missing, or not understand the file. */
  known: boolean;
}

/** What files define and the names that they use, in the order of the files. Secrets are in neither. */
export async function factsOf(sources: Source[], parsers: Parsers): Promise<Facts[]> {
  const facts = sources.map(({ path, text }): Facts => {
    const fits = structureOf(path) !== null && text.length <= largest;
    return { defs: [], uses: fits ? namesIn(text) : [], known: !fits };
  });
  const groups = new Map<StructureRules, number[]>();
  for (const [at, { path }] of sources.entries()) {
    const rules = facts[at]?.known ? null : structureOf(path);
    if (rules) groups.set(rules, [...(groups.get(rules) ?? []), at]);
  }
  const reading = [...groups].map(async ([rules, indexes]) => {
    const definitions = await rules.definitions(
      indexes.map((at) => sources[at] as Source),
      parsers,
    );
    for (const [order, at] of indexes.entries()) {
      const defs = definitions[order];
      if (defs) facts[at] = { ...(facts[at] as Facts), defs, known: true };
    }
  });
  await Promise.all(reading);
  return facts;
}

/** A name as a number: small to keep, and nothing that looks like a name but is a secret is kept with it. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function namesIn(text: string): number[] {
  const words = new Set<string>();
  for (const [name] of text.matchAll(/[A-Za-z_$][\w$]{2,}/g)) {
    words.add(name);
    if (words.size === mostUses) break;
  }
  return [...words].map(nameHash);
}
