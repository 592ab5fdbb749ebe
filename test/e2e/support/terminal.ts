import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';
import type { Place } from './place.ts';

/** The command at a terminal of its own, as `script` makes it. */
export function terminal({ dir, env }: Place, args: string[], editor: string) {
  const words = [process.execPath, join(inject('installed'), 'bin', 'pawl.js'), ...args];
  const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qfec', `stty cols 120 rows 40; exec ${command}`, '/dev/null'], {
    cwd: dir,
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh', EDITOR: editor },
  });
  let screen = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      screen += chunk.toString('utf8');
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let read = 0;
  return {
    ended,
    screen: () => screen,
    /** Waits until these words were shown, one after the other, since it last waited. */
    async shows(...texts: string[]) {
      for (const text of texts) {
        const message = () => `${text}\n${screen.slice(-3000)}`;
        const isShown = () => screen.indexOf(text, read) > -1;
        await vi.waitUntil(isShown, { timeout: 60_000, interval: 50 }).catch(() => expect.fail(message()));
        read = screen.indexOf(text, read) + text.length;
      }
    },
    types: (text: string) => child.stdin.write(`${text}\r`),
  };
}
