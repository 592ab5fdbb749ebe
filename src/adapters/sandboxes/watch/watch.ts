import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import { freeSpace, memoryBehind, openNameless, writtenSince } from './disk-use.ts';
import { descendants, heldMemory, sharedOutMemory } from './processes.ts';

export interface Watch {
  /** Aborts once the limit is passed, and where nobody can look at it: then with what is wrong. */
  signal: AbortSignal;
  watch(pid: number): void;
  stop(): void;
}

/** Stands in for a control group's memory limit, where none can be made: looks ten times a second. */
export function watchMemory(limit_mb: number): Watch {
  const limit = limit_mb * mebibyte;
  return watcher(100, async (pid) => {
    const scratch = scratchMemory(pid);
    return heldMemory(pid) + scratch > limit && sharedOutMemory(pid) + scratch > limit;
  });
}

/**
 * No kernel limits what is written into a folder. Looks four times a second at the space that is left, and at what was
 * written when that falls; from time to time anyway, since others may free what this command takes.
 */
export function watchDisk(folders: string[], limit_mb: number): Watch & { hasPassed(): Promise<boolean> } {
  const limit = limit_mb * mebibyte;
  const since = Date.now();
  const free = folders.map(freeSpace);
  let [soonest, latest] = [0, performance.now() + second];
  const isTaken = () => folders.some((folder, index) => (free[index] ?? 0) - freeSpace(folder) > limit);
  const written = async () => {
    let bytes = 0;
    for (const folder of folders) bytes += await writtenSince(folder, since);
    return bytes;
  };
  const watch = watcher(250, async (pid) => {
    const started = performance.now();
    if (started < soonest || (!isTaken() && started < latest)) return false;
    const bytes = namelessFiles(pid) + (await written());
    soonest = started + 20 * (performance.now() - started);
    latest = Math.max(soonest, started + second);
    return bytes > limit;
  });
  /** For a command that has ended: a quick one is over before anybody looks. */
  return { ...watch, hasPassed: async () => isTaken() && (await written()) > limit };
}

/** Looks whether a command makes progress, `read` being its files as the command names them; null where nobody asks. */
export function watchStall(
  out: string,
  { stall, collect }: Pick<SandboxCommand, 'stall' | 'collect'>,
  read: () => Record<string, string>,
): Watch | null {
  if (!stall) return null;
  const { silent_ms, isStuck, progress } = stall;
  let [lastStamps, since, questions, looked, lastProgress] = ['', performance.now(), 0, performance.now(), ''];
  let [counted, hearing] = ['', 0];
  return watcher(Math.min(second / 2, silent_ms / 4), async () => {
    const now = performance.now();
    const stamps = collect.map((name) => stampOf(join(out, name)));
    if (stall.heard && stamps.join() !== counted && now - hearing >= second) {
      [counted, hearing] = [stamps.join(), now];
      stall.heard(read());
    }
    if (stamps.join() !== lastStamps && (!progress || now - looked >= silent_ms / 2)) {
      const tells = progress ? progress(read()) : stamps.join();
      if (tells !== lastProgress) [since, questions] = [now, 0];
      [lastStamps, looked, lastProgress] = [stamps.join(), now, tells];
    }
    if (now - since < (questions + 1) * silent_ms) return false;
    questions += 1;
    return isStuck(read(), now - since);
  });
}

/** Nothing where there is no such file, or where the command has closed or taken away the folder of its results. */
function stampOf(file: string): string | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats && `${stats.size} ${stats.mtimeMs}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Throws what kept a watch from looking: such an end says nothing about the command. */
export function mustHaveLooked(watches: readonly Watch[]): void {
  for (const { signal } of watches) if (signal.aborted && signal.reason !== limitPassed) throw signal.reason;
}

const limitPassed = Symbol('the limit of a watch was passed');

const second = 1000;
const mebibyte = 1024 * 1024;

/** Bytes on disk of deleted files that a process or its descendants hold open. */
function namelessFiles(pid: number): number {
  const files = new Map(descendants(pid).flatMap(openNameless));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function watcher(every_ms: number, passed: (pid: number) => Promise<boolean>): Watch {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  return {
    signal: over.signal,
    watch: (pid) => {
      timer = setInterval(async () => {
        if (looking) return;
        looking = true;
        try {
          if (await passed(pid)) over.abort(limitPassed);
        } catch (error) {
          over.abort(error);
        } finally {
          looking = false;
        }
      }, every_ms);
    },
    stop: () => clearInterval(timer),
  };
}

/** In the scratch folders that every command has. The supervisor sees the host's; its child, those of the sandbox. */
function scratchMemory(pid: number): number {
  const [, inside] = descendants(pid);
  return inside === undefined ? 0 : memoryBehind(inside, '/tmp') + memoryBehind(inside, '/dev/shm');
}
