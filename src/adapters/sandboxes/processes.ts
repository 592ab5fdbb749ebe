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

/** Bytes that a process and its descendants hold for themselves alone. */
export function privateMemory(pid: number): number {
  const pages = readProc(`${pid}/statm`)?.split(' ').map(Number);
  const own = pages === undefined ? 0 : ((pages[1] ?? 0) - (pages[2] ?? 0)) * 4096;
  return childrenOf(pid).reduce((sum, child) => sum + privateMemory(child), own);
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
