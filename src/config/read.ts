import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fault } from './fault.ts';

/** The text of a configuration file that the user named or owns, or null when there is none. */
export async function readConfigText(path: string): Promise<string | null> {
  return textOf(path, await readText(path, { plain: false, max_bytes: maxConfigBytes }));
}

export const maxConfigBytes = 1024 * 1024;

export function textOf(path: string, reading: Reading): string | null {
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
  max_bytes: number;
}

export async function readText(path: string, { plain, max_bytes }: ReadOptions): Promise<Reading> {
  let bytes: Buffer;
  try {
    const file = await open(path, constants.O_RDONLY | (plain ? constants.O_NONBLOCK : 0));
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
    return { is: 'unreadable', reason: reasons[code] ?? code };
  }
  return bytes.length > max_bytes ? { is: 'too_large' } : decoded(bytes);
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ELOOP: 'too many symbolic links',
  ENXIO: 'it is not a file',
};

export async function readUpTo(file: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.alloc(limit);
  let size = 0;
  while (size < limit) {
    const { bytesRead } = await file.read(buffer, size, limit - size, null);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return buffer.subarray(0, size);
}

export function decoded(bytes: Buffer): Reading {
  try {
    return { is: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { is: 'not_utf8' };
  }
}
