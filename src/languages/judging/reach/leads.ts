import { isProgram } from '../../registry.ts';
import type { Links } from '../../runner.ts';
import { isManifest } from '../protection/manifests.ts';
import { type Names, namedAs, namesIn } from './names.ts';

/** Which files lead to which: by import or by name, or only by naming a folder above. */
export interface Leads {
  /** Where a file leads, by import or by name. */
  from(path: string): Iterable<string>;
  /** Those that lead to a file by import or by name. */
  byName(path: string): Iterable<string>;
  /** Those that name a folder above a file, and open files. */
  byFolder(path: string): string[];
  /** Whether one that is not among `own` leads to a file. */
  anyBut(excluded: ReadonlySet<string>, path: string): boolean;
  add(path: string, text: string): void;
}

export function leadsOf(paths: string[], texts: ReadonlyMap<string, string>, links: Links): Leads {
  const pathSet = new Set(paths);
  const files = new Map<string, string[]>();
  for (const path of paths) for (const word of new Set(namedAs(path).file)) push(files, word, path);
  const [leads, leaders] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  // A folder may hold thousands of files and be named by thousands: who names it is kept by its name.
  const namers = new Map<string, Set<string>>();
  for (const [path, text] of texts) add(path, text);
  for (const [from, needed] of links) for (const to of needed) if (pathSet.has(to)) join(from, to);
  return {
    from: (path) => leads.get(path) ?? [],
    byName: (path) => leaders.get(path) ?? [],
    byFolder: (path) => foldersOf(path).flatMap((word) => [...(namers.get(word) ?? [])].filter((one) => one !== path)),
    anyBut: (excluded, path) =>
      some(leaders.get(path), (one) => !excluded.has(one)) ||
      foldersOf(path).some((word) => some(namers.get(word), (one) => one !== path && !excluded.has(one))),
    add,
  };

  function add(path: string, text: string): void {
    const names = namesIn(path, text);
    const opens = opensFiles(path, text, names);
    for (const word of names.words) {
      const targets = files.get(word) ?? [];
      if (targets.length <= clear) for (const to of targets) join(path, to);
      if (opens) into(namers, word, path);
    }
  }

  function join(from: string, to: string): void {
    if (from === to) return;
    into(leads, from, to);
    into(leaders, to, from);
  }
}

const foldersOf = (path: string): string[] => [...new Set(namedAs(path).folder)];

function some<T>(values: Iterable<T> | undefined, is: (value: T) => boolean): boolean {
  for (const value of values ?? []) if (is(value)) return true;
  return false;
}

function into(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function push(map: Map<string, string[]>, word: string, path: string): void {
  const paths = map.get(word);
  if (paths) paths.push(path);
  else map.set(word, [path]);
}

/** `index.js` and the like name nothing. */
const clear = 3;

/** A folder's name is a common word: it means the folder only where files are opened, or a manifest lists what it ships. */
function opensFiles(path: string, text: string, { looksAround }: Names): boolean {
  return looksAround || isManifest(path) || !isProgram(path) || opening.test(text);
}

const opening =
  /\b(?:readFile\w*|createReadStream|open|read_text|read_bytes|Path|pathlib|resolve|join|include_str|include_bytes|include_dir|embed|getResource\w*|fetch|sendFile|static|load\w*|ReadFile|Open)\s*\(|:embed\b|import\.meta/;
