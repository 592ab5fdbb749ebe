import { affectedTests, readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import type { Modules } from './modules.ts';

/** The test files of the packages that a change is in, and of those that import them. */
export async function relatedPackages(changed: string[], files: Files, modules: Modules): Promise<string[] | null> {
  // Data of a package may be embedded in it or read by its tests.
  const isKnown = (path: string) => path.endsWith('.go') || /(?:^|\/)testdata\//.test(path);
  if (changed.some((path) => !isKnown(path) && !/\.md$/.test(path))) return null;
  const named = changed.map((path) =>
    path.endsWith('.go') ? path : `${folderOf(path.replace(/testdata\/.*$/, ''))}*`,
  );
  return affectedTests(named, await packageLinks(files, changed, modules), isTest);
}

/** A package needs its own files, and the packages that it imports. */
export async function packageLinks(files: Files, deleted: string[], modules: Modules): Promise<Links> {
  const sources = files.paths.filter((path) => path.endsWith('.go') && !/(?:^|\/)vendor\//.test(path));
  const links: Links = new Map();
  const folders = new Set([...sources, ...deleted].map(folderOf));
  for (const [path, text] of await readAll(files, sources)) {
    // A package is built as a whole: `folder/*` stands for its files, `folder/*_test` for its tests.
    const needed = new Set([`${folderOf(path)}*`, ...(isTest(path) ? [`${folderOf(path)}*_test`] : [])]);
    for (const [, name = ''] of importsOf(text).matchAll(/"([^"\n]+)"/g)) {
      const place = modules.folderOf(name);
      const folder = place === null || place === '' ? place : `${place}/`;
      if (folder !== null && folders.has(folder)) needed.add(`${folder}*`);
    }
    links.set(path, needed);
  }
  for (const folder of folders) {
    const packageFiles = [...sources, ...deleted].filter((path) => folderOf(path) === folder);
    links.set(
      `${folder}*`,
      packageFiles.filter((path) => !isTest(path)),
    );
    links.set(`${folder}*_test`, packageFiles.filter(isTest));
  }
  return links;
}

const isTest = (path: string) => path.endsWith('_test.go');

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The import declarations, which come before anything else. */
function importsOf(text: string): string {
  return [...text.matchAll(/^import\s+(?:\(([^)]*)\)|([^\n]*))/gm)]
    .map(([, many, one]) => many ?? one ?? '')
    .join('\n');
}
