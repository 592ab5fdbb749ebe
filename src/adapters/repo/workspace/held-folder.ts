import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pathToBytes } from '../path-text.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const linux = process.platform === 'linux';
/** Names what is there without opening it; node has no name for it. */
const O_PATH = 0o10000000;

/**
 * A folder that is held open, so that nobody who works in it meanwhile can put a link in its place: what is below it is
 * named by the open folder itself. Where the system has no such names, by its path.
 */
export interface HeldFolder {
  at(part: string): Buffer;
  /** Lets go of this one. Rejects with ELOOP or ENOTDIR where a link or no folder is there. */
  into(part: string): Promise<HeldFolder>;
  close(): Promise<void>;
}

export async function holdFolder(path: Buffer): Promise<HeldFolder> {
  return heldFolder(await open(path, O_RDONLY | O_DIRECTORY), path);
}

function heldFolder(handle: FileHandle, path: Buffer): HeldFolder {
  const name = linux ? nameOf(handle) : path;
  const at = (part: string) => Buffer.concat([name, pathToBytes(`/${part}`)]);
  return {
    at,
    close: () => handle.close(),
    async into(part) {
      try {
        const next = await open(at(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        return heldFolder(next, Buffer.concat([path, pathToBytes(`/${part}`)]));
      } finally {
        await handle.close();
      }
    },
  };
}

/**
 * The file at a place, held without reading it: its name stays its own whatever comes to the place. Null where the
 * system has no such names.
 */
export async function holdFile(place: Buffer): Promise<{ name: Buffer; handle: FileHandle } | null> {
  if (!linux) return null;
  const handle = await open(place, O_PATH | O_NOFOLLOW);
  return { name: nameOf(handle), handle };
}

const nameOf = ({ fd }: FileHandle): Buffer => Buffer.from(`/proc/self/fd/${fd}`);
