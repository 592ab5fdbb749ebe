import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { CliIo } from './io.ts';
import { runCli } from './run-cli.ts';
import { terminalAsk } from './terminal/ask.ts';

/** The `pawl` command: takes `process.argv`, ends the process with the exit code. */
export async function main(argv: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  process.on('uncaughtException', (error) => {
    process.stderr.write(`pawl: internal error: ${argv.includes('--debug') ? error.stack : error.message}\n`);
    process.exit(1);
  });
  const code = await runCli(argv.slice(2), processIo());
  // What could not be written is reported in a later turn; leaving in this one would hide it.
  process.stdout.write('', () => setImmediate(() => process.exit(code)));
}

function processIo(): CliIo {
  return {
    createApp: async (options) => (await import('../create-app.ts')).createApp(options),
    stdout: process.stdout,
    stderr: process.stderr,
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    isTTY: isWatched(1),
    errorsAreSeen: isatty(2),
    columns: () => process.stdout.columns || process.stderr.columns || 80,
    rows: () => process.stdout.rows || 24,
    onStop(listener) {
      for (const signal of stopSignals) process.on(signal, listener);
      return () => {
        for (const signal of stopSignals) process.off(signal, listener);
      };
    },
    exit: (code) => process.exit(code),
    ...(isWatched(0) && { keys: keyboard }),
    ...(isWatched(0) &&
      isWatched(1) && { page: async (text) => (await import('./terminal/pager.ts')).page(text, process.env) }),
    ...(isWatched(0) && {
      ask: terminalAsk,
      edit: async (text, name) => (await import('./plan/editor.ts')).editorOf(process.env)(text, name),
    }),
  };
}

/** A CI job may have a terminal, but nobody sits at it. */
const isWatched = (stream: number): boolean => isatty(stream) && ['', '0', 'false'].includes(process.env.CI ?? '');

/** Keys as they are pressed. A process in the background must not touch the terminal: it would be stopped. */
function keyboard(listener: (keys: string) => void): () => void {
  const { stdin } = process;
  if (!isForeground()) return () => undefined;
  const hear = (data: Buffer | string): void => {
    const keys = data.toString();
    if (keys === ctrlZ) suspend();
    else listener(keys);
  };
  stdin.setRawMode(true).resume().on('data', hear);
  return () => {
    stdin.off('data', hear).setRawMode(false);
    stdin.pause();
  };
}

const ctrlZ = '\u001a';

function suspend(): void {
  process.stdin.setRawMode(false);
  process.once('SIGCONT', () => void process.stdin.setRawMode(true).resume());
  process.kill(process.pid, 'SIGTSTP');
}

function isForeground(): boolean {
  try {
    const [, , group, , , owner] = (readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '').split(' ');
    return group === owner;
  } catch {
    return true; // Not Linux.
  }
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** The reader has left (`pawl log RUN | head`): what is still written is dropped, and the work goes on. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
