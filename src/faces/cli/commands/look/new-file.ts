import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { usage } from '../../errors.ts';

/** Writes lines into a file that appears whole or not at all, and never over one that is there; says how many. */
export async function writeNewFile(file: string, lines: AsyncIterable<string>): Promise<number> {
  const exists = async () => (await stat(file).catch(() => null)) !== null;
  if (await exists()) throw refused(file, 'EEXIST');
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(part, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw refused(file, error.code ?? error.message);
  });
  let count = 0;
  try {
    for await (const line of lines) {
      await handle.write(`${line}\n`);
      count += 1;
    }
    await handle.sync();
    await link(part, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || (await exists())) throw refused(file, 'EEXIST');
      await rename(part, file); // A file system without hard links.
    });
  } finally {
    await handle.close();
    await rm(part, { force: true });
  }
  return count;
}

const refused = (file: string, code: string) =>
  usage(code === 'EEXIST' ? `${file} exists already: choose a new file` : `${file} cannot be written (${code})`);
