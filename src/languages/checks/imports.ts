import { matchesAny } from '../../code/globs.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import { languages } from '../registry.ts';
import { foldersAbove, readAll } from '../related.ts';
import type { Files } from '../runner.ts';
import { isDeliberate } from './deliberate.ts';

export interface Environment {
  /** Whether a package of a language can be imported where tests run; null: not known, so all can. */
  installed: ((name: string, language: string) => boolean) | null;
}

/**
 * What the changed files import and is not there: modules of the tree, names that they do not offer, packages that are
 * neither declared nor installed. Told from the files alone; nothing is executed, and what is in doubt is there.
 */
export async function importErrors(
  files: Files,
  changed: string[],
  environment: Environment,
): Promise<Verdict['import_errors']> {
  const judged = changed.filter((path) => !isDeliberate(path) && files.paths.includes(path));
  const checking = languages().flatMap(({ name, owns, checks }) => {
    const ownFiles = checks?.imports ? judged.filter(owns) : [];
    return checks?.imports && ownFiles.length > 0 ? [{ check: checks.imports, own: ownFiles, language: name }] : [];
  });
  if (checking.length === 0) return [];
  const isIgnored = await ignoring(files);
  const { installed } = environment;
  const errors = await Promise.all(
    checking.map(({ check, own, language }) =>
      check(files, own, { isIgnored, installed: installed && ((name) => installed(name, language)) }),
    ),
  );
  return errors.flat();
}

/** Whether a .gitignore names a path: what a build makes is in no tree. Exceptions (`!path`) are not looked at. */
async function ignoring(files: Files): Promise<(path: string) => boolean> {
  const rules = new Map<string, string[]>();
  const named = files.paths.filter((path) => /(?:^|\/)\.gitignore$/.test(path));
  for (const [path, text] of await readAll(files, named)) {
    const lines = text.split('\n').map((line) => line.trim());
    const globs = lines.filter((line) => line !== '' && !/^[#!]/.test(line)).flatMap(globsOf);
    rules.set(path.slice(0, path.lastIndexOf('/') + 1), globs);
  }
  return (path) =>
    foldersAbove(path).some((folder) => {
      const inner = path.slice(folder.length);
      const parts = inner.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));
      // `generated` may be meant where `generated.ts` is made.
      return parts.some((part) => matchesAny(part, rules.get(folder) ?? []));
    });
}

function globsOf(line: string): string[] {
  const plain = line.replace(/\/$/, '');
  const anchored = plain.replace(/^\//, '');
  return [plain.includes('/') ? anchored : plain, `${anchored}.*`, anchored.replace(/\.[\w*]+$/, '')].filter(
    (glob) => glob !== '' && glob !== '*',
  );
}
