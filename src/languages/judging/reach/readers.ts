import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { namedAs, namesIn } from './names.ts';

export interface Readers {
  /** Those of some paths that tests may open: by a name, by that of a folder above, or by listing what is around. */
  openable: ReadonlySet<string>;
  /** The tests that list a folder which holds one of them. */
  walkers: string[];
}

/** Which of these paths, none of which base has, tests of base may open all the same. */
export async function readersOf(paths: string[], tests: string[], base: Files): Promise<Readers> {
  const openable = new Set<string>();
  const walkers: string[] = [];
  const candidates = paths.map((path) => ({ path, ...namedAs(path) }));
  for (const [test, text] of paths.length === 0 ? [] : await readAll(base, tests)) {
    const { words, looksAround } = namesIn(test, text);
    const around = test.slice(0, test.lastIndexOf('/') + 1);
    const lists = looksAround || walking.test(text);
    const isBelow = ({ path, folder }: (typeof candidates)[number]) =>
      folder.some((word) => words.has(word)) || (lists && around !== '' && path.startsWith(around));
    for (const one of candidates) if (isBelow(one) || one.file.some((word) => words.has(word))) openable.add(one.path);
    if (lists && candidates.some(isBelow)) walkers.push(test);
  }
  return { openable, walkers };
}

/** Further ways to list a folder; a shell does it without a word. */
const walking = /\b(?:Glob|Walk|glob!|newDirectoryStream|Files\.(?:list|walk|find)|Dir\.\w+)|[\w$}"']\/\*/;
