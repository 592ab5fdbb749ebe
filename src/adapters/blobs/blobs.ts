import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StateDamaged, Unfit } from '../../ports/errors.ts';
import type { Point } from '../../ports/point.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import { writeDurably } from '../durable-file.ts';

/** `<dir>/ab/cdef…`, named by the SHA-256 of the bytes. */
export function fileBlobs({ dir, point }: { dir: string; point: Point }): Blobs {
  const pathOf = (digest: string) => join(dir, digest.slice(0, 2), digest.slice(2));

  return {
    async put(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const digest = digestOf(bytes);
      const file = pathOf(digest);
      if ((await sizeOf(file)) === bytes.byteLength) return digest;
      point('blobs.put.before');
      await writeDurably(file, bytes);
      point('blobs.put.after');
      return digest;
    },
    async sweep(isUsed) {
      let bytes = 0;
      for (const folder of await readdir(dir).catch((): string[] => []))
        for (const name of await readdir(join(dir, folder))) {
          if (isUsed(folder + name)) continue;
          const file = join(dir, folder, name);
          bytes += (await sizeOf(file)) ?? 0;
          await rm(file, { force: true });
        }
      return bytes;
    },
    async text(digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) throw new StateDamaged(`${JSON.stringify(digest)} is not the name of a blob`);
      const bytes = await contentOf(pathOf(digest), digest);
      if (digestOf(bytes) !== digest)
        throw new StateDamaged(`blob ${digest} is damaged: its bytes do not match its name`);
      return bytes.toString('utf8');
    },
  };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Unfit(`${file} cannot be used: ${message}`, 'state_unusable');
  }
}

async function contentOf(file: string, digest: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StateDamaged(`blob ${digest} ${code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`}`);
  }
}
