import { languages } from '../../registry.ts';
import type { Files, Links } from '../../runner.ts';
import { isManifest, manifestAt } from '../protection/manifests.ts';
import { isSettings } from './kinds.ts';
import { type Names, namedAs, namesIn } from './names.ts';

export interface Question {
  /** The tree with the change. */
  files: Files;
  /** The tree before it. */
  base: Files;
  /** Every path that the change adds, alters or removes. */
  changed: string[];
  /** Null where no graph of files can be had. */
  links: Links | null;
  /** Where to begin: the files of the tests, and what runs them. */
  starts: string[];
  /** The tests run on what a build makes: what went into it cannot be told apart. */
  built: boolean;
}

/**
 * Which of the changed files some tests lead to: by import, by a path or folder that tests or reached code name, through
 * a manifest's entry points or the build. Generous with code, which could load anything itself; files that tools load
 * by themselves count only where something older than the change names them.
 */
export async function reachedFrom({ files, base, changed, links, starts, built }: Question): Promise<Set<string>> {
  const requested = await askedFor(changed, base);
  const isAsked = (path: string) => requested.has(path);
  if (links === null || starts.length === 0)
    return everythingBut(changed, (path) => isSettings(path) && !isAsked(path));
  const remaining = new Set(changed.filter((path) => !isManifest(path)));
  const reached = new Set(changed.filter(isManifest));
  const paths = new Set(files.paths);
  const index = indexOf(changed, files.paths);
  const visited = new Set<string>();
  let products = built;
  let wave = [...new Set(starts)];
  while (wave.length > 0) {
    for (const node of wave) visited.add(node);
    const [now, before] = await Promise.all([read(files, wave), read(base, wave)]);
    const next = new Set<string>();
    for (const node of wave) {
      if (remaining.delete(node)) reached.add(node);
      const [text, old] = [now.get(node), before.get(node)];
      const imported = [...(links.get(node) ?? [])].flatMap(expand);
      const named = old === undefined ? [] : leads(node, old, false);
      for (const one of [...imported, ...named]) next.add(one);
      // What the change itself says about built files is not believed.
      if (text === old) products ||= [...imported, ...wordsOf(node, old)].some(isMade);
      else if (text !== undefined) for (const one of leads(node, text, true)) next.add(one);
    }
    wave = [...next].filter((node) => !visited.has(node));
  }
  for (const path of remaining) if (isAsked(path)) reached.add(path);
  if (products) for (const path of everythingBut([...remaining], isSettings)) reached.add(path);
  return reached;

  function leads(node: string, text: string, young: boolean): string[] {
    const entries = manifestAt(node)?.entries?.(node, text).flatMap(expand) ?? [];
    return [...entries, ...namedBy(namesIn(node, text), node, young)];
  }

  /** A place that no tree has and a build fills. */
  function isMade(place: string): boolean {
    const folder = /^((?:[\w@.-]+\/)*?(?:dist|build|lib|out|es|esm|cjs|umd|generated|target)\/)/.exec(place)?.[1];
    return folder !== undefined && !paths.has(place) && !files.paths.some((path) => path.startsWith(folder));
  }

  /** A folder is a package, entered through its manifest, or else whatever is in it. */
  function expand(target: string): string[] {
    if (target !== '' && !target.endsWith('/')) return [target];
    const inside = [...paths, ...remaining].filter((path) => path.startsWith(target));
    const manifest = inside.find((path) => !path.includes('/', target.length) && manifestAt(path)?.entries);
    return manifest === undefined ? inside.filter((path) => !isSettings(path)) : [manifest];
  }

  function namedBy({ words, looksAround }: Names, by: string, young: boolean): Set<string> {
    const matches = new Set<string>();
    for (const word of words) {
      for (const path of index.files.get(word) ?? []) if (!young || !isSettings(path)) matches.add(path);
      for (const path of index.folders.get(word) ?? []) if (!isSettings(path)) matches.add(path);
    }
    for (const word of words)
      for (const path of index.places.get(word.replace(/\/?\.\.\.$/, '')) ?? []) matches.add(path);
    const folder = by.slice(0, by.lastIndexOf('/') + 1);
    if (looksAround && folder !== '')
      for (const path of remaining) if (path.startsWith(folder) && !isSettings(path)) matches.add(path);
    return matches;
  }
}

/** The changed files that base's code asks for by what they are about. */
async function askedFor(changed: string[], base: Files): Promise<Set<string>> {
  const requested = await Promise.all(languages().map(({ judging }) => judging?.askedFor?.(changed, base) ?? []));
  return new Set(requested.flat());
}

const everythingBut = (paths: string[], not: (path: string) => boolean): Set<string> =>
  new Set(paths.filter((path) => !not(path)));

const wordsOf = (node: string, text: string | undefined): Iterable<string> =>
  text === undefined ? [] : namesIn(node, text).words;

interface Index {
  /** What lies directly in a folder, by its whole path. */
  places: Map<string, string[]>;
  files: Map<string, string[]>;
  folders: Map<string, string[]>;
}

/** By which words files are named. Of what the change leaves alone only names that are clear count, and no folders. */
function indexOf(changed: string[], paths: string[]): Index {
  const index: Index = { files: new Map(), folders: new Map(), places: new Map() };
  const add = (map: Map<string, string[]>, word: string, path: string) => {
    const paths = map.get(word);
    if (paths) paths.push(path);
    else map.set(word, [path]);
  };
  const altered = new Set(changed);
  for (const path of paths) if (!altered.has(path)) for (const word of namedAs(path).file) add(index.files, word, path);
  for (const path of paths)
    if (!isSettings(path)) add(index.places, path.slice(0, Math.max(0, path.lastIndexOf('/'))), path);
  index.places.delete('');
  for (const [word, named] of index.files) if (named.length > clear) index.files.delete(word);
  for (const path of changed) {
    const { file, folder } = namedAs(path);
    for (const word of new Set(file)) add(index.files, word, path);
    for (const word of new Set(folder)) add(index.folders, word, path);
  }
  return index;
}

/** `index.js` and the like name nothing. */
const clear = 3;

async function read(files: Files, paths: string[]): Promise<Map<string, string>> {
  const existing = new Set(files.paths);
  const there = paths.filter((path) => existing.has(path));
  if (files.readMany) return files.readMany(there);
  const texts = await Promise.all(there.map(async (path) => [path, await files.read(path)] as const));
  return new Map(texts.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
}
