import { lstat, readdir } from 'node:fs/promises';
import { ConfigError } from '../../../ports/errors.ts';
import type { Target } from '../../../ports/outside/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { pathToBytes } from '../path-text.ts';
import { type HeldFolder, holdFolder } from '../workspace/held-folder.ts';

/** What is read below `.pawl`. */
const inputs = new Set(['config.yaml', 'agents']);
/** Git reads these in every folder, and would wait for a pipe. */
const gitsOwn = ['.gitignore', '.gitattributes'];
const most = 1000;

/**
 * Adds to an index what a folder holds, but for what lies below `.pawl` and is none of its names: git does not open
 * that, not even to compare it, and it stays in the index as it was. `add` gets the pathspecs, separated by NUL.
 */
export async function leavingStrangers(
  git: Git,
  place: GitCall,
  { top, scope }: Pick<Target, 'top' | 'scope'>,
  add: (specs: Buffer) => Promise<void>,
): Promise<void> {
  const folders = (scope === '' ? [[]] : [[], scope.split('/')]).map((parts) => [...parts, '.pawl']);
  const specs = [Buffer.from('.')];
  for (const path of folders) {
    const names = (await namesIn(top, path)).filter((name) => !inputs.has(name.toString()));
    await namesIn(top, [...path, 'agents']);
    if (names.length > most)
      throw new ConfigError(`${[top, ...path].join('/')} holds more than ${most} files: remove them`);
    const prefix = pathToBytes(`\0:(top,exclude,literal)${[...path, ''].join('/')}`);
    specs.push(...names.map((name) => Buffer.concat([prefix, name])));
  }
  if (specs.length === 1) return add(Buffer.concat(specs));

  const listed = await git(
    ['ls-files', '-s', '-z', '--', ...folders.map((path) => `:(top,literal)${path.join('/')}/`)],
    place,
  );
  // Latin-1 keeps every byte of a path.
  const entries = listed.stdout
    .toString('latin1')
    .split('\0')
    .filter((entry) => /(^|\/)\.pawl\/(?!config\.yaml$|agents(\/|$))/.test(pathIn(entry)));
  const update = async (options: string[], lines: string[]) => {
    const stdin = Buffer.from(lines.map((line) => `${line}\0`).join(''), 'latin1');
    if (lines.length > 0) await git(['update-index', '-z', ...options], { ...place, stdin });
  };
  await update(['--force-remove', '--stdin'], entries.map(pathIn));
  await add(Buffer.concat(specs));
  await update(['--index-info'], entries);
}

/** `mode hash stage<tab>path`. */
const pathIn = (entry: string): string => entry.slice(entry.indexOf('\t') + 1);

async function namesIn(top: string, parts: string[]): Promise<Buffer[]> {
  let folder: HeldFolder = await holdFolder(Buffer.from(top));
  try {
    for (const part of parts) folder = await folder.into(part);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return [];
    throw error;
  }
  try {
    const names = await readdir(folder.at('.'), { encoding: 'buffer' });
    for (const name of gitsOwn.filter((own) => names.some((entry) => entry.equals(Buffer.from(own))))) {
      if (!(await lstat(folder.at(name))).isFile())
        throw new ConfigError(`${[top, ...parts, name].join('/')} is not a file: remove it`);
    }
    return names;
  } finally {
    await folder.close();
  }
}
