import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names one process for good: a process id alone is used again, after a reboot at the latest. */
export interface Owner {
  host: string;
  /** Null where the system does not tell. */
  boot: string | null;
  pid: number;
  /** When the process started, in the system's own unit; null where it does not tell. */
  start: string | null;
}

/** How long an owner on another machine is trusted after its last sign of life. */
export const silenceMs = 60_000;

export function thisProcess(): Owner {
  return {
    host: hostname(),
    boot: readable('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
    pid: process.pid,
    start: processAt(process.pid)?.start ?? null,
  };
}

export function isAlive(owner: Owner, heartbeat: number, here: Owner, now: number): boolean {
  if (owner.host !== here.host) return now - heartbeat <= silenceMs;
  return owner.boot === here.boot && isRunning(owner);
}

export function nameOf(owner: Owner): string {
  return `process ${owner.pid} on ${owner.host}`;
}

/** Whether a process of that id runs on this machine, whoever it is. */
export const isRunningHere = (pid: number): boolean => isRunning({ pid, start: null });

function isRunning({ pid, start }: Pick<Owner, 'pid' | 'start'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = processAt(pid);
  if (stat === null) return true;
  const gone = stat.state === 'Z' || stat.state === 'X'; // Killed, and its parent has not noticed yet.
  return !gone && (start === null || stat.start === start);
}

/** The program's name stands in brackets and may hold anything, so fields are counted after the last bracket. */
function processAt(pid: number): { state: string; start: string } | null {
  const stat = readable(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state === undefined || start === undefined ? null : { state, start };
}

function readable(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // Not Linux, or a process that is gone or hidden: nothing is known.
  }
}
