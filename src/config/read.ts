import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fault } from './fault.ts';

/** A configuration file's text, or null when there is none. `plain`: nothing but an ordinary file may answer. */
export async function readConfigText(path: string, plain: boolean): Promise<string | null> {
  const reading = await readText(path, { plain, links: true, max_bytes: 1024 * 1024 });
  switch (reading.is) {
    case 'text':
      return reading.text;
    case 'missing':
      return null;
    case 'unreadable':
      throw fault(`cannot read ${path}: ${reading.reason}`);
    case 'too_large':
      throw fault(`${path} is larger than 1 MB: not a configuration`);
    case 'not_utf8':
      throw fault(`${path} is not valid UTF-8 text`);
  }
}

export type Reading =
  | { is: 'text'; text: string }
  | { is: 'missing' | 'too_large' | 'not_utf8' }
  | { is: 'unreadable'; reason: string };

export interface ReadOptions {
  /** Nothing but an ordinary file may answer. */
  plain: boolean;
  /** A symbolic link is followed. */
  links: boolean;
  max_bytes: number;
}

export async function readText(path: string, { plain, links, max_bytes }: ReadOptions): Promise<Reading> {
  let bytes: Buffer;
  try {
    const flags = (plain ? constants.O_NONBLOCK : 0) | (links ? 0 : constants.O_NOFOLLOW);
    const file = await open(path, constants.O_RDONLY | flags);
    try {
      if (plain) {
        const stat = await file.stat();
        if (stat.isDirectory()) return { is: 'unreadable', reason: 'it is a directory' };
        if (!stat.isFile()) return { is: 'unreadable', reason: 'it is not a file' };
      }
      bytes = await readUpTo(file, max_bytes + 1);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'missing' };
    if (code === undefined) throw error;
    const link = code === 'ELOOP' && !links ? 'it is a symbolic link' : undefined;
    return { is: 'unreadable', reason: link ?? reasons[code] ?? code };
  }
  if (bytes.length > max_bytes) return { is: 'too_large' };
  const text = decode(bytes);
  return text === null ? { is: 'not_utf8' } : { is: 'text', text };
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

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null; // Not UTF-8.
  }
}
