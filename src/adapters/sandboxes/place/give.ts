import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { Unfit } from '../../../ports/errors.ts';
import { spawn } from '../../spawn.ts';
import { whyFailed } from '../outcome.ts';

/** Looking at this many entries takes about as long as starting a program that does. */
const mostEntries = 500;

/**
 * Makes root's files in the work the command's own. Others keep their times, which git would take for a change.
 * Nothing may run in the folder meanwhile.
 */
export async function give(folder: string, owner: number): Promise<void> {
  const state = { left: mostEntries };
  if (giveFew(Buffer.from(folder), owner, state)) return;
  const chown = ['/bin/chown', '-R', '-h', '--from=0', `${owner}:${owner}`, '--', folder];
  const chowned = await spawn(chown, { env: {} });
  if (chowned.exit_code !== 0) throw new Unfit(`the work folder cannot be given to the sandbox: ${whyFailed(chowned)}`);
}

/** False when there are too many entries, or paths too long, to go on. Names are bytes: not all of them are text. */
function giveFew(path: Buffer, owner: number, state: { left: number }): boolean {
  state.left -= 1;
  if (state.left < 0 || path.length > 3000) return false;
  const stats = lstatSync(path);
  if (stats.uid === 0) lchownSync(path, owner, owner);
  if (!stats.isDirectory()) return true;
  return readdirSync(path, { encoding: 'buffer' }).every((name) => giveFew(within(path, name), owner, state));
}

const within = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);
