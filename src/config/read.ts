import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fault } from './fault.ts';

const maxBytes = 1024 * 1024;

/** A configuration file's text, or null when there is none. `plain`: nothing but an ordinary file may answer. */
export async function readConfigText(path: string, plain: boolean): Promise<string | null> {
  let bytes: Buffer;
  try {
    const file = await open(path, constants.O_RDONLY | (plain ? constants.O_NONBLOCK : 0));
    try {
      if (plain && !(await file.stat()).isFile()) throw fault(`cannot read ${path}: it is not a file`);
      bytes = await readUpTo(file, maxBytes + 1);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === undefined) throw error;
    throw fault(`cannot read ${path}: ${reasons[code] ?? code}`);
  }
  if (bytes.length > maxBytes) throw fault(`${path} is larger than 1 MB: not a configuration`);
  return decode(path, bytes);
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ELOOP: 'too many symbolic links',
  ENXIO: 'it is not a file',
};

async function readUpTo(file: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.alloc(limit);
  let size = 0;
  while (size < limit) {
    const { bytesRead } = await file.read(buffer, size, limit - size, null);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return buffer.subarray(0, size);
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fault(`${path} is not valid UTF-8 text`);
  }
}
