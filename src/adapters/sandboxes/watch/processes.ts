import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** False for one that has ended, whether its parent has noticed or not. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Descriptors of a process, ours unless told, that its children inherit: what its own parent left open. */
export function inheritable(pid = process.pid): number[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map(Number)
    .filter((fd) => fd > 2 && !closesOnExec(readProc(`${pid}/fdinfo/${fd}`)));
}

function closesOnExec(info: string | null): boolean {
  const flags = /^flags:\s+([0-7]+)$/m.exec(info ?? '')?.[1];
  return flags === undefined || (Number.parseInt(flags, 8) & 0o2000000) !== 0;
}

/** Ends a process, unless its id has passed to a program of another name, and waits until it is gone. */
export async function endProcess(pid: number, name: string): Promise<void> {
  for (let tries = 0; tries < 200 && isAlive(pid); tries++) {
    if (statOf(pid)?.name === name) killIfThere(pid);
    await sleep(Math.min(1 + tries, 20));
  }
}

/** Bytes of memory that a process and its descendants hold, files aside. What they share is counted for each of them. */
export function heldMemory(pid: number): number {
  return sumOver(pid, heldBy);
}

const heldBy = (pid: number): number => kilobytes(readProc(`${pid}/status`), ['RssAnon', 'RssShmem']);

/** The same with what is shared counted once: exact, and slow. Older kernels do not tell. */
export function sharedOutMemory(pid: number): number {
  const exact = (each: number) => kilobytes(readProc(`${each}/smaps_rollup`), ['Pss_Anon', 'Pss_Shmem']);
  return sumOver(pid, (each) => exact(each) || heldBy(each));
}

function sumOver(pid: number, measure: (pid: number) => number): number {
  return descendants(pid).reduce((sum, each) => sum + measure(each), 0);
}

/** A process, then its children with theirs. */
export function descendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}

function kilobytes(lines: string | null, names: string[]): number {
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(lines ?? '')?.[1] ?? 0);
  return names.reduce((sum, name) => sum + value(name) * 1024, 0);
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) => {
    const children = readProc(`${pid}/task/${thread}/children`) ?? '';
    return children
      .split(' ')
      .map(Number)
      .filter((child) => child > 0);
  });
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** `123 (name) S …`, where the name may hold anything. */
function statOf(pid: number): { name: string; state: string } | null {
  const stat = readProc(`${pid}/stat`) ?? '';
  const match = /^\d+ \((.*)\) (\S)/s.exec(stat);
  return match?.[1] === undefined || match[2] === undefined ? null : { name: match[1], state: match[2] };
}

/** Null for a process that is gone. */
function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return null;
  }
}
