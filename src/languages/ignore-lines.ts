import { ignoring } from '../code/ignore.ts';
import type { Leftovers } from './language.ts';
import { isInstalled, languages } from './registry.ts';
import { foldersAbove } from './related.ts';

/** The lines that a .gitignore lacks for what these files show, each once. */
export function missingIgnores(paths: readonly string[], existing: string): string[] {
  const isIgnored = ignoring(existing);
  const existingLines = new Set(existing.split(/\r?\n/).map((line) => bare(line.trim().replace(/^!/, ''))));
  return linesFor(paths).filter((line) => !existingLines.has(bare(line)) && !isIgnored(exampleOf(line)));
}

/**
 * Tells what tools leave behind in a tree from what is written by hand, unless the tree keeps such files itself. A folder
 * with a plain name (`coverage/`, `target/`) counts beside the file that shows the tool: elsewhere it may be anybody's.
 */
export function leftBehind(paths: readonly string[]): (path: string) => boolean {
  const folders = new Set(paths.flatMap(foldersAbove));
  const shown = shownBy(paths);
  const lines = new Set(shown.flatMap(({ lines }) => lines).filter((line) => !isPlain(line)));
  const isLoose = ignoring([...lines].filter((line) => !paths.some(ignoring(line))).join('\n'));
  const beside = shown.map(({ shows, lines }) => ({
    places: new Set(paths.filter((path) => shows.test(path)).map((path) => path.slice(0, path.lastIndexOf('/') + 1))),
    names: lines.filter(isPlain),
  }));
  const isMade = (folder: string) =>
    !folders.has(folder) &&
    beside.some(({ places, names }) =>
      names.some((name) => folder.endsWith(name) && places.has(folder.slice(0, -name.length))),
    );
  return (path) => isLoose(path) || foldersAbove(path).some(isMade);
}

const isPlain = (line: string): boolean => /^[A-Za-z][\w-]*\/$/.test(line) && !isInstalled(line);

const linesFor = (paths: readonly string[]): string[] => [...new Set(shownBy(paths).flatMap(({ lines }) => lines))];

function shownBy(paths: readonly string[]): Leftovers[] {
  const sources = paths.filter((path) => !isInstalled(path) && !/(?:^|\/)(?:vendor|target)\//.test(path));
  return languages()
    .flatMap(({ leftovers }) => leftovers ?? [])
    .filter(({ shows, showsInstalled }) => (showsInstalled ? paths : sources).some((path) => shows.test(path)));
}

const bare = (line: string): string => line.replace(/^\/|\/$/g, '');

/** A path that the line would ignore. */
const exampleOf = (line: string): string =>
  line
    .replace(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('*', 'x')
    .replace(/\/$/, '/x');
