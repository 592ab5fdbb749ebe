import { cp, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Staged } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { attributes, configText, recordedIdentity, type runFolder } from '../private-dir.ts';

/**
 * Makes a work folder a repository in which a commit is about to be made: its parent is checked out, and the folder's
 * tree is staged. It holds these two and no other history. Whatever a command does in it, we read nothing of it but the
 * files of the folder.
 */
export async function stage(
  git: Git,
  folder: ReturnType<typeof runFolder>,
  dir: string,
  { tree, parent, branch, hooks }: Staged,
): Promise<void> {
  const own = { dir: folder.git_dir, git_dir: folder.git_dir };
  const dotGit = join(dir, '.git');
  for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'info', 'hooks'])
    await mkdir(join(dotGit, name), { recursive: true });
  const listed = await git(['rev-list', '--objects', '--no-object-names', '--no-walk', parent, tree], own);
  await git(['pack-objects', '-q', join(dotGit, 'objects/pack/pack')], { ...own, stdin: listed.stdout });
  const { name, email } = await recordedIdentity(folder.dir);
  const files = {
    HEAD: `ref: refs/heads/${branch}\n`,
    'packed-refs': `${parent} refs/heads/${branch}\n`,
    shallow: `${parent}\n`,
    config: `${configText(parent, false)}[user]\nname = ${quoted(name)}\nemail = ${quoted(email)}\n`,
    'info/attributes': attributes,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(dotGit, file), text);
  await git(['read-tree', tree], { ...own, index: join(dotGit, 'index') });
  if (hooks !== null) await copyHooks(hooks, join(dotGit, 'hooks'));
}

/** Links stay links: they are followed inside the sandbox alone. */
async function copyHooks(from: string, to: string): Promise<void> {
  const isCopied = async (path: string) => {
    const stats = await lstat(path);
    const isKept = stats.isDirectory() || stats.isSymbolicLink() || (stats.isFile() && stats.size < 1024 * 1024);
    return isKept && !path.endsWith('.sample');
  };
  await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: isCopied });
}

const quoted = (text: string): string => `"${text.replaceAll(/[\\"\p{Cc}]/gu, ' ')}"`;
