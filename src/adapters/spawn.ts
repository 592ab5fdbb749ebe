import { type ChildProcess, spawn as nodeSpawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import type { Dialogue } from '../ports/outside/sandbox.ts';
import { converse } from './dialogue.ts';
import { keepOutput } from './output.ts';

export interface SpawnOptions {
  cwd?: string;
  /** The whole environment of the child: nothing is inherited. */
  env: Record<string, string>;
  stdin?: string | Uint8Array;
  /** Instead of `stdin`: a conversation. */
  talk?: Dialogue;
  /**
   * Instead of `stdin`: the two streams of a process that is asked again and again. Its standard output is not kept, and
   * it does not keep ours alive.
   */
  serve?: (stdin: Writable, stdout: Readable) => void;
  /** File descriptors 3 and up: what the child reads there, or null for one that it writes. */
  pipes?: (string | Uint8Array | null)[];
  /** Descriptors of ours above the pipes that the child would inherit: it finds nothing there. */
  hidden?: number[];
  timeout_ms?: number;
  /** Bytes of standard output and error together; more ends the process. */
  output_limit?: number;
  /** Whether more output than the limit ends the process, or only loses its middle. */
  on_overflow?: 'end' | 'cut';
  signal?: AbortSignal;
  /** Called once with the process id, before any output. */
  onStart?: (pid: number) => void;
  /** What to send to the process group instead of SIGKILL when it must end. */
  killSignal?: NodeJS.Signals;
}

export interface SpawnResult {
  ended: 'exit' | 'signal' | 'timeout' | 'cancel' | 'output_limit' | 'not_started';
  exit_code: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: Buffer;
  /** Bytes of output that were not kept. */
  dropped: number;
  /** What the child wrote into each of `pipes`, at most 64 KB of each; empty for those that it reads. */
  pipes: Buffer[];
  duration_ms: number;
  /** Why the process could not be started. */
  error: NodeJS.ErrnoException | null;
}

const pipeLimit = 64 * 1024;
/** A timer of more milliseconds goes off at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * The one way to run a program: its own process group, killed whole on timeout, cancel or too much output, without
 * waiting for grandchildren that hold its pipes. Never throws and never rejects: how it ended is data.
 */
export function spawn(argv: string[], options: SpawnOptions): Promise<SpawnResult> {
  const started = performance.now();
  const [file = '', ...args] = argv;
  const limit = options.output_limit ?? 64 * 1024 * 1024;
  const pipes = options.pipes ?? [];

  return new Promise((resolve) => {
    const output = keepOutput(limit, options.on_overflow ?? 'end', () => end('output_limit'));
    const written: Buffer[][] = pipes.map(() => []);
    let ended: SpawnResult['ended'] | null = null;
    let settled = false;
    let receivedBytes = 0;
    let exited: { code: number | null; signal: NodeJS.Signals | null } | null = null;
    let timer: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    let child: ChildProcess | undefined;

    const settle = (error: NodeJS.ErrnoException | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(grace);
      options.signal?.removeEventListener('abort', onAbort);
      for (const stream of child?.stdio ?? []) stream?.destroy();
      resolve({
        ended: error ? 'not_started' : (ended ?? (exited?.signal ? 'signal' : 'exit')),
        exit_code: exited?.code ?? null,
        signal: exited?.signal ?? null,
        ...output.result(),
        pipes: written.map((chunks) => Buffer.concat(chunks).subarray(0, pipeLimit)),
        duration_ms: performance.now() - started,
        error,
      });
    };

    const end = (why: SpawnResult['ended']) => {
      if (ended || settled) return;
      ended = why;
      killGroup(child, options.killSignal ?? 'SIGKILL');
      grace ??= setTimeout(() => {
        killGroup(child, 'SIGKILL');
        settle(null);
      }, 2000);
    };
    const onAbort = () => end('cancel');
    /** On a busy machine the time may be up before what is there was read. */
    const settleWhenRead = (before: number, turns: number) => {
      if (before === receivedBytes || turns === 0) settle(null);
      else setImmediate(settleWhenRead, receivedBytes, turns - 1);
    };

    if (options.signal?.aborted) {
      ended = 'cancel';
      settle(null);
      return;
    }

    const nothing = options.hidden === undefined ? null : openSync('/dev/null', 'r');
    try {
      child = nodeSpawn(file, args, {
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        env: options.env,
        stdio: stdioOf(options, nothing),
        detached: true,
      });
    } catch (error) {
      settle(error as NodeJS.ErrnoException);
      return;
    } finally {
      if (nothing !== null) closeSync(nothing);
    }

    child.on('error', (error) => settle(error));
    if (child.pid !== undefined) options.onStart?.(child.pid);
    if (options.stdin !== undefined) feed(child.stdin, options.stdin);
    for (const [index, content] of pipes.entries()) {
      const stream = child.stdio[index + 3];
      if (content === null) drain(stream, written[index] ?? []);
      else feed(stream, content);
    }

    if (options.serve) serve(child, options.serve);
    for (const name of options.serve ? (['stderr'] as const) : (['stdout', 'stderr'] as const)) {
      child[name]?.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length;
        output.take(name, chunk);
      });
    }
    if (options.talk) converse(child, options.talk, () => end('output_limit'));

    child.on('exit', (code, signal) => {
      exited = { code, signal };
      clearTimeout(timer);
      killGroup(child, 'SIGKILL');
      // A grandchild that left the group may hold the pipes open: what it writes later is not ours.
      clearTimeout(grace);
      grace = setTimeout(() => settleWhenRead(-1, 20), 200);
    });
    child.on('close', () => settle(null));

    if (options.timeout_ms !== undefined)
      timer = setTimeout(() => end('timeout'), Math.min(options.timeout_ms, longestTimer));
    options.signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function serve(child: ChildProcess, start: NonNullable<SpawnOptions['serve']>): void {
  child.unref();
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
  if (!child.stdin || !child.stdout) return;
  child.stdin.on('error', () => undefined); // It has ended: that is told by its exit.
  start(child.stdin, child.stdout);
}

function stdioOf(
  { stdin, talk, serve, pipes = [], hidden = [] }: SpawnOptions,
  nothing: number | null,
): ('ignore' | 'pipe' | number)[] {
  const input =
    stdin === undefined && talk === undefined && serve === undefined ? ('ignore' as const) : ('pipe' as const);
  const stdio = [input, 'pipe' as const, 'pipe' as const];
  const all: ('ignore' | 'pipe' | number)[] = [...stdio, ...pipes.map(() => 'pipe' as const)];
  const first = all.length;
  for (const descriptor of hidden) {
    while (all.length <= descriptor) all.push('ignore');
    if (descriptor >= first && nothing !== null) all[descriptor] = nothing;
  }
  return all;
}

/** A child that does not read what it is given is not a fault. */
function feed(stream: unknown, content: string | Uint8Array): void {
  if (!(stream instanceof Writable)) return;
  stream.on('error', () => undefined);
  stream.end(content);
}

function drain(stream: unknown, into: Buffer[]): void {
  if (!(stream instanceof Readable)) return;
  let size = 0;
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    if (size < pipeLimit) into.push(chunk);
    size += chunk.length;
  });
}

function killGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
