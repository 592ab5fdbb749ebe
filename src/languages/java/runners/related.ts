import { affectedTests, readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import { classesOf } from './classes.ts';

/** The tests that import a changed class, or are in its package and name it, directly or through others. */
export async function relatedClasses(
  changed: string[],
  files: Files,
  isTest: (path: string) => boolean,
): Promise<string[] | null> {
  return affectedTests(changed, await classLinks(files, changed), isTest);
}

/** What a module is built of, which is all that one of its classes may load by name. */
export async function moduleLinks(files: Files, deleted: string[]): Promise<Links> {
  const links = await classLinks(files, deleted);
  for (const [path, named] of links) {
    const module = /^(.*?)src\/[^/]+\//.exec(path)?.[1];
    if (module !== undefined) links.set(path, [...named, `${module}src/main/`]);
  }
  return links;
}

/** The classes that each file imports or, in its own package, names. */
async function classLinks(files: Files, deleted: string[]): Promise<Links> {
  const sources = [...new Set([...files.paths, ...deleted])].filter((path) => /\.(?:java|kt|groovy|scala)$/.test(path));
  const classes = classesOf(sources);
  const byPackage = new Map<string, { name: string; path: string }[]>();
  for (const path of sources) {
    const full = classes.nameOf(path);
    const at = full.lastIndexOf('.');
    const packageClasses = byPackage.get(full.slice(0, Math.max(0, at))) ?? [];
    packageClasses.push({ name: full.slice(at + 1), path });
    byPackage.set(full.slice(0, Math.max(0, at)), packageClasses);
  }
  const links: Links = new Map();
  for (const [path, text] of await readAll(files, sources)) {
    const words = new Set(text.match(/\b[A-Z]\w*/g));
    const full = classes.nameOf(path);
    const packages = new Set([full.slice(0, Math.max(0, full.lastIndexOf('.')))]);
    for (const [, name = ''] of text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]+)/gm)) {
      const parts = name.split('.');
      for (let length = 1; length <= parts.length; length += 1) packages.add(parts.slice(0, length).join('.'));
    }
    const named = [...packages].flatMap((name) => byPackage.get(name) ?? []).filter(({ name }) => words.has(name));
    links.set(path, new Set(named.map((one) => one.path).filter((one) => one !== path)));
  }
  return links;
}
