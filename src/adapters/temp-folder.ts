import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder among the system's temporary ones, whose name says whose it is: should we be killed, the next start removes it. */
export function makeTempFolder(): string {
  return mkdtempSync(join(tmpdir(), `pawl-sandbox-${processSpace()}-${process.pid}-`));
}

/** The process that made a folder of this name, if it is one of ours from this space. */
export function makerOf(name: string): number | null {
  const [, space, pid] = /^pawl-sandbox-(\d+)-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return null;
  const here = processSpace();
  return here === 0 || Number(space) !== here ? null : Number(pid);
}

/** In which of the kernel's spaces a process id means something; 0 where the system does not tell. */
function processSpace(): number {
  return process.platform === 'linux' ? statSync('/proc/self/ns/pid').ino : 0;
}
