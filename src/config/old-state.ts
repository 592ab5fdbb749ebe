import { join } from 'node:path';
import { isFolderInside } from './read-inside.ts';

/** Where an earlier version kept its state in a repository. Nothing there is believed. */
export async function oldStates({ dir, top }: { dir: string; top: string }): Promise<string[]> {
  const parts = ['.pawl', 'state'];
  const folders = [...new Set([top, dir])];
  const there = await Promise.all(folders.map((folder) => isFolderInside({ folder, parts })));
  return folders.filter((_, index) => there[index]).map((folder) => join(folder, ...parts));
}
