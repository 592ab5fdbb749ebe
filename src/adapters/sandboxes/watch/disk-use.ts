import { readdirSync, statfsSync, statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';

/** Bytes that can still be written in a folder; without end where there is no folder any more. */
export function freeSpace(folder: string): number {
  try {
    const { bfree, bsize } = statfsSync(folder);
    return bfree * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Bytes on disk of what changed in a folder since a time. Links are not followed; what disappears meanwhile is nothing.
 * Names are bytes: one that is no text would hide what it names.
 */
export async function writtenSince(folder: string | Buffer, since: number): Promise<number> {
  const entries = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
  let bytes = 0;
  for (const name of entries) {
    const path = Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory()) bytes += await writtenSince(path, since);
    else if (stats !== null && stats.ctimeMs >= since) bytes += stats.blocks * 512;
  }
  return bytes;
}

/** The deleted files that a process holds open: an identity and the bytes on disk of each. */
export function openNameless(pid: number): [identity: string, bytes: number][] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd): [string, number][] => {
      const stats = statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false });
      return stats?.isFile() && stats.nlink === 0 ? [[`${stats.dev}:${stats.ino}`, stats.blocks * 512]] : [];
    });
  } catch {
    return [];
  }
}

/**
 * Bytes that a file system in memory takes, as a process sees it at a place; 0 where there is no such process, and while
 * it still sees the host's, since its sandbox is being set up.
 */
export function memoryBehind(pid: number, place: string): number {
  try {
    const inside = `/proc/${pid}/root${place}`;
    if (statSync(inside).dev === statSync(place, { throwIfNoEntry: false })?.dev) return 0;
    const { blocks, bfree, bsize, files, ffree } = statfsSync(inside);
    return (blocks - bfree) * bsize + (files - ffree) * bytesOfAFile;
  } catch {
    return 0;
  }
}

/** What the kernel keeps for each, however empty. */
const bytesOfAFile = 1024;
