import { affectedTests, readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import { type Resolve, resolver } from './resolve.ts';

/** The tests that import a changed file, directly or through others. */
export async function relatedScripts(
  changed: string[],
  files: Files,
  isTest: (path: string) => boolean,
): Promise<string[] | null> {
  return affectedTests(changed, await scriptLinks(files, changed), isTest);
}

/** What each script imports. Imports of a file that is gone, or that only a build makes, lead there all the same. */
export async function scriptLinks(files: Files, deleted: string[]): Promise<Links> {
  const paths = [...new Set([...files.paths, ...deleted])];
  const resolve = await resolver({ ...files, paths });
  const links: Links = new Map();
  const texts = await readAll(
    files,
    files.paths.filter((path) => isScript(path)),
  );
  for (const [path, text] of texts) links.set(path, targets(path, text, resolve));
  return links;
}

function isScript(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path) && !/(?:^|\/)node_modules\//.test(path);
}

/** Text that looks like an import is taken for one: a test too many costs less than a parser for every file. */
const specifiers =
  /(?:\bfrom|\bimport|\brequire|\bnew URL|\bimport\.meta\.resolve|\.(?:mock|doMock|unmock|importActual|requireActual|resolve))\s*\(?\s*(["'`])([^"'`\n$]+)\1/g;

function targets(path: string, text: string, resolve: Resolve): Set<string> {
  const paths = new Set<string>();
  for (const [, , specifier = ''] of text.matchAll(specifiers)) {
    const resolution = resolve(path, specifier);
    if (resolution.kind === 'file' || resolution.kind === 'missing') paths.add(resolution.path);
    else if (resolution.kind === 'folder') paths.add(resolution.folder);
  }
  return paths;
}
