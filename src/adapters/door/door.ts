import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Door, OpenDoor } from '../../ports/state/door.ts';
import { writeDurably } from '../durable-file.ts';
import { stateFault } from '../state-folder.ts';

/** `<dir>/door.json`. One that cannot be read is made anew: whoever has the old page open is let in by the new address. */
export function fileDoor({ dir }: { dir: () => Promise<string> }): OpenDoor {
  return async (port) => {
    const file = join(await dir(), 'door.json');
    const before = doorFrom(await textOf(file));
    const door: Door = {
      token: before?.token ?? randomBytes(24).toString('base64url'),
      port: port ?? before?.port ?? null,
    };
    if (door.token !== before?.token || door.port !== before.port) await writeDurably(file, JSON.stringify(door));
    return door;
  };
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw stateFault(file, error);
  });
}

function doorFrom(text: string): Door | null {
  try {
    const { token, port } = JSON.parse(text) as Record<keyof Door, unknown>;
    if (typeof token !== 'string' || !/^[\w-]{32}$/.test(token)) return null;
    if (port === null) return { token, port };
    return typeof port === 'number' && Number.isInteger(port) && port > 0 ? { token, port } : null;
  } catch {
    return null; // Nothing there, or not ours.
  }
}
