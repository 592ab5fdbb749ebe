import { languageOf, languages } from '../registry.ts';
import type { Files } from '../runner.ts';
import type { Checker } from './checker.ts';
import { isDeliberate } from './deliberate.ts';

/** More files than this are left to the compiler. */
const most = 500;

/** Whether a file's language is parsed by a program of its own. */
export const hasChecker = (path: string): boolean => languageOf(path)?.checks?.checker !== undefined;

/** The parsers for what changed, in the languages that are not parsed in process. `changed` are files of the tree. */
export async function checkersFor(changed: string[], files: Files): Promise<Checker[]> {
  const judged = changed.filter((path) => !isDeliberate(path) && !isForeign(path) && files.paths.includes(path));
  const checkers = languages().map(({ owns, checks }) => {
    const ownFiles = judged.filter(owns).slice(0, most);
    return ownFiles.length > 0 ? (checks?.checker?.(ownFiles, files) ?? null) : null;
  });
  return (await Promise.all(checkers)).filter((checker) => checker !== null);
}

function isForeign(path: string): boolean {
  return /(?:^|\/)(?:vendor|target)\//.test(path);
}
