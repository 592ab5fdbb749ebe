import { ignoring } from '../code/ignore.ts';
import { isInstalled, languages } from './registry.ts';

/** The lines that a .gitignore lacks for what these files show, each once. */
export function missingIgnores(paths: readonly string[], existing: string): string[] {
  const sources = paths.filter((path) => !isInstalled(path) && !/(?:^|\/)(?:vendor|target)\//.test(path));
  const matching = languages()
    .flatMap(({ leftovers }) => leftovers ?? [])
    .filter(({ shows, showsInstalled }) => (showsInstalled ? paths : sources).some((path) => shows.test(path)));
  const isIgnored = ignoring(existing);
  const existingLines = new Set(existing.split(/\r?\n/).map((line) => bare(line.trim().replace(/^!/, ''))));
  const lines = new Set(matching.flatMap(({ lines }) => lines));
  return [...lines].filter((line) => !existingLines.has(bare(line)) && !isIgnored(exampleOf(line)));
}

const bare = (line: string): string => line.replace(/^\/|\/$/g, '');

/** A path that the line would ignore. */
const exampleOf = (line: string): string =>
  line
    .replace(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('*', 'x')
    .replace(/\/$/, '/x');
