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
 * with a plain name (`coverage/`, `target/`) counts beside the file that shows the tool, and where something lies in it
 * that the tool makes: else it may be anybody's.
 */
export function leftBehind(paths: readonly string[], added: readonly string[]): (path: string) => boolean {
  const folders = new Set(paths.flatMap(foldersAbove));
  const rules = shownBy(paths);
  const lines = new Set(rules.flatMap(({ lines }) => lines).filter((line) => !isPlain(line)));
  const isLoose = ignoring([...lines].filter((line) => !paths.some(ignoring(line))).join('\n'));
  const beside = rules.flatMap(({ shows, lines, made = {} }) => {
    const around = paths.filter((path) => shows.test(path)).map((path) => path.slice(0, path.lastIndexOf('/') + 1));
    return lines.filter(isPlain).map((line) => ({
      name: line.replace(/^\//, ''),
      places: new Set(line.startsWith('/') ? [''] : around),
      made: made[line],
    }));
  });
  const holds = (folder: string, sign: RegExp) =>
    added.some((path) => path.startsWith(folder) && sign.test(path.slice(folder.length)));
  const isMade = (folder: string) =>
    !folders.has(folder) &&
    beside.some(
      ({ name, places, made }) =>
        folder.endsWith(name) &&
        places.has(folder.slice(0, -name.length)) &&
        (made === undefined || holds(folder, made)),
    );
  const madeFolders = new Set([...new Set(added.flatMap(foldersAbove))].filter(isMade));
  return (path) => isLoose(path) || foldersAbove(path).some((folder) => madeFolders.has(folder));
}

/** Whether a file that is called like something left behind holds what a person writes. */
export function isByHand(path: string, text: string): boolean {
  return languages()
    .flatMap(({ leftovers }) => leftovers ?? [])
    .some(({ written }) => written?.files.test(path) === true && written.text.test(text));
}

/** Whether a file, read as text, is a program or a library that a compiler made: ELF, an archive, Windows, macOS. */
export function isCompiled(text: string): boolean {
  const start = text.slice(0, 400);
  if (start.startsWith('\x7fELF') || start.startsWith('!<arch>\n')) return true;
  if (start.startsWith('MZ')) return start.includes('\0');
  return start.startsWith('\ufffd\ufffd\ufffd') && /__(?:TEXT|PAGEZERO)/.test(start);
}

const isPlain = (line: string): boolean => /^\/?[A-Za-z][\w-]*\/$/.test(line) && !isInstalled(line);

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
