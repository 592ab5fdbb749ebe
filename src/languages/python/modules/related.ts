import { affectedTests, foldersAbove, readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import { importLines } from './import-lines.ts';
import { modulesOf } from './modules.ts';

/** The tests that import a changed file, directly or through others, or have a changed conftest.py above them. */
export async function relatedModules(
  changed: string[],
  files: Files,
  isTest: (path: string) => boolean,
): Promise<string[] | null> {
  return affectedTests(changed, await moduleLinks(files, changed, isTest), isTest);
}

/** What each module imports, with the packages above it, and what is loaded before a test. */
export async function moduleLinks(files: Files, deleted: string[], isTest: (path: string) => boolean): Promise<Links> {
  const modules = modulesOf([...new Set([...files.paths, ...deleted])]);
  const links: Links = new Map();
  const texts = await readAll(
    files,
    files.paths.filter((path) => path.endsWith('.py')),
  );
  for (const [path, text] of texts) {
    const needed = new Set<string>();
    for (const { module, names } of importLines(text)) {
      const prefix = /\.$/.test(module) ? module : `${module}.`;
      for (const name of [module, ...(names ?? []).map((one) => `${prefix}${one}`)]) {
        for (const { own, above } of modules.find(path, name)) for (const one of [...own, ...above]) needed.add(one);
      }
    }
    if (isTest(path)) for (const folder of foldersAbove(path)) needed.add(`${folder}conftest.py`);
    needed.delete(path);
    links.set(path, needed);
  }
  return links;
}
