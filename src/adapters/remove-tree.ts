import { rm } from 'node:fs/promises';
import { Unfit } from '../ports/errors.ts';
import { spawn } from './spawn.ts';

/** Removes a folder whatever a command left in it: parts without permissions, or nests too deep for a path to name. */
export async function removeTree(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => removeStubborn(folder));
}

/** These programs go down folder by folder, so no path is too long for them. */
async function removeStubborn(folder: string): Promise<void> {
  await spawn(['/bin/chmod', '-R', 'u+rwx', '--', folder], { env: {} });
  const { exit_code, stderr } = await spawn(['/bin/rm', '-rf', '--', folder], { env: {} });
  if (exit_code !== 0) throw new Unfit(`what a command left cannot be removed: ${stderr}`, 'sandbox_stuck');
}
