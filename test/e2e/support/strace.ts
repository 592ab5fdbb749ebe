import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended, Place } from './place.ts';

const traced = spawnSync('strace', ['-V']).status === 0 && tracing();
const traceIn = (place: Place) => join(place.dir, 'trace.txt');

/** Runs the command, and writes down what it and its children open, where the machine can. */
export function strace(place: Place, args: string[]): Promise<Ended> {
  if (!traced) return place.pawl(args);
  const calls = 'trace=open,openat,openat2,creat';
  return place.pawl(args, { under: ['strace', '-f', '-q', '-y', '-A', '-e', calls, '-o', traceIn(place)] });
}

/** Every path that was opened so far, as the system resolved it. */
export function openedBy(place: Place): string[] {
  if (!existsSync(traceIn(place))) return [];
  const lines = readFileSync(traceIn(place), 'utf8').split('\n');
  const paths = lines.flatMap((line) => (line.includes('O_PATH') ? [] : (/ = \d+<(\/[^>]*)>$/.exec(line)?.[1] ?? [])));
  return [...new Set(paths)];
}

function tracing(): boolean {
  try {
    execFileSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // Not allowed here: what is written is still compared.
  }
}
