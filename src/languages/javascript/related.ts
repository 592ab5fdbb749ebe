import type { Files } from '../language.ts';
import { affectedTests, type Links, readAll } from '../related.ts';
import { type Resolve, resolver } from './resolve.ts';

/** The tests that import a changed file, directly or through others. */
export async function relatedScripts(
  changed: string[],
  files: Files,
  isTest: (path: string) => boolean,
): Promise<string[] | null> {
  const known = [...new Set([...files.paths, ...changed])]; // Imports of a file that is gone lead to it, too.
  const resolve = await resolver({ ...files, paths: known });
  const links: Links = new Map();
  const texts = await readAll(
    files,
    files.paths.filter((path) => isScript(path)),
  );
  for (const [path, text] of texts) links.set(path, targets(path, text, resolve));
  return affectedTests(changed, links, isTest);
}

function isScript(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path) && !/(?:^|\/)node_modules\//.test(path);
}

/** Text that looks like an import is taken for one: a test too many costs less than a parser for every file. */
const specifiers =
  /(?:\bfrom|\bimport|\brequire|\bnew URL|\bimport\.meta\.resolve|\.(?:mock|doMock|unmock|importActual|requireActual|resolve))\s*\(?\s*(["'`])([^"'`\n$]+)\1/g;

function targets(path: string, text: string, resolve: Resolve): Set<string> {
  const found = new Set<string>();
  for (const [, , specifier = ''] of text.matchAll(specifiers)) {
    const resolution = resolve(path, specifier);
    if (resolution.kind === 'file') found.add(resolution.path);
    else if (resolution.kind === 'folder') found.add(resolution.folder);
  }
  return found;
}
