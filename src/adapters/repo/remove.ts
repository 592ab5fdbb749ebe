import { existsSync } from 'node:fs';
import { runFolder } from './private-dir.ts';
import { folderSize, removeFolder } from './workspace/folders.ts';

/** Removes a run's clone and work folders. Returns the bytes freed: 0 when there was nothing. */
export async function removeClone(stateDir: string, run: string): Promise<number> {
  const { dir } = runFolder(stateDir, run);
  if (!existsSync(dir)) return 0;
  const bytes = await folderSize(dir);
  await removeFolder(dir);
  return bytes;
}
