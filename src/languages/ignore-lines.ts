import { ignoring } from '../code/ignore.ts';
import { isInstalled, languages } from './registry.ts';

/** The lines that a .gitignore lacks for what these files show, each once. */
export function missingIgnores(paths: readonly string[], existing: string): string[] {
  const isIgnored = ignoring(existing);
  const existingLines = new Set(existing.split(/\r?\n/).map((line) => bare(line.trim().replace(/^!/, ''))));
  return linesFor(paths).filter((line) => !existingLines.has(bare(line)) && !isIgnored(exampleOf(line)));
}

/** Tells what tools leave behind in a tree from what is written by hand, unless the tree keeps such files itself. */
export function leftBehind(paths: readonly string[]): (path: string) => boolean {
  const lines = linesFor(paths).filter((line) => !paths.some(ignoring(line)));
  return ignoring(lines.join('\n'));
}

function linesFor(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => !isInstalled(path) && !/(?:^|\/)(?:vendor|target)\//.test(path));
  const matching = languages()
    .flatMap(({ leftovers }) => leftovers ?? [])
    .filter(({ shows, showsInstalled }) => (showsInstalled ? paths : sources).some((path) => shows.test(path)));
  return [...new Set(matching.flatMap(({ lines }) => lines))];
}

const bare = (line: string): string => line.replace(/^\/|\/$/g, '');

/** A path that the line would ignore. */
const exampleOf = (line: string): string =>
  line
    .replace(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('*', 'x')
    .replace(/\/$/, '/x');
