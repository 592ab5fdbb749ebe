import { removeTree } from '../remove-tree.ts';
import { makeTempFolder } from '../temp-folder.ts';
import { removeClone } from './remove.ts';
import { gitRepo } from './repo.ts';

type Options = Parameters<typeof gitRepo>[0];

/** Work with private clones that leaves nothing in the machine's own folder: they are in a temporary one. */
export async function elsewhere<T>(
  options: Omit<Options, 'state_dir'>,
  work: (place: { repo: ReturnType<typeof gitRepo>; remove(run: string): Promise<number> }) => Promise<T>,
): Promise<T> {
  const state_dir = makeTempFolder();
  try {
    return await work({ repo: gitRepo({ ...options, state_dir }), remove: (run) => removeClone(state_dir, run) });
  } finally {
    await removeTree(state_dir);
  }
}
