import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, inject } from 'vitest';
import {
  type Answer,
  type ModelServer,
  type Script,
  type ServedRequest,
  startModelServer,
} from '../../../src/faces/demo/model-server.ts';
import { roleAnswer } from '../../../src/faces/demo/role-answer.ts';
import { stateOf } from '../../support/state.ts';
import { makeRepo } from './repo.ts';

/** An event as the command prints it. */
export type Printed = Record<string, unknown> & { seq: number; at: string; run: string; type: string };

export interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  seconds: number;
  /** The lines of standard output that are JSON. */
  lines: Record<string, unknown>[];
  events: Printed[];
  /** The run's name, from the events. */
  run: string;
}

export interface Options {
  env?: Record<string, string | undefined>;
  input?: string;
  cwd?: string;
  /** A program that runs the command, with its options. */
  under?: string[];
}

/** A machine of one's own: a home, state and configuration folder, repositories and model servers. */
export interface Place {
  dir: string;
  env: Record<string, string>;
  /** Runs the built command to its end. */
  pawl(args: string[], options?: Options): Promise<Ended>;
  /** Starts it; `ended` settles when it does. */
  start(args: string[], options?: Options): { child: ChildProcess; ended: Promise<Ended> };
  /** A repository with these files committed; its path. */
  repo(files: Record<string, string>): string;
  file(name: string, content: string): string;
  /** Where the command keeps what it knows about a repository. */
  state(target: string): string;
  /** Analyst, auditor, reviewer and test engineer say nothing that matters, unless `roles` says something. */
  models(script: Script, roles?: (request: ServedRequest) => Answer | null): Promise<ModelServer>;
}

/** Every test that asks for a `place` gets its own, and leaves nothing behind. */
export const test = base.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
  place: async ({}, use) => {
    const { place, clear } = makePlace(inject('installed'));
    try {
      await use(place);
    } finally {
      await clear();
    }
  },
});

/** What this machine has compiled of Go's own library: a place without it would compile that for every command. */
const goCache = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).stdout?.trim() ?? '';

/** For a file whose tests share one; `clear` it afterwards. */
export function makePlace(installed: string): { place: Place; clear: () => Promise<void> } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-e2e-')));
  const servers: ModelServer[] = [];
  const children = new Set<ChildProcess>();
  for (const name of ['home', 'state', 'config', 'tmp']) mkdirSync(join(dir, name));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(dir, 'home'),
    XDG_STATE_HOME: join(dir, 'state'),
    XDG_CONFIG_HOME: join(dir, 'config'),
    TMPDIR: join(dir, 'tmp'),
    LOCAL_KEY: 'a-key-that-must-not-leak',
    ...(goCache !== '' && { GOCACHE: goCache }),
  };
  let repos = 0;

  const start: Place['start'] = (args, options = {}) => {
    const [program = '', ...words] = [
      ...(options.under ?? []),
      process.execPath,
      join(installed, 'bin', 'pawl.js'),
      ...args,
    ];
    const child = spawn(program, words, {
      cwd: options.cwd ?? dir,
      env: { ...env, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.add(child);
    child.stdin?.on('error', () => undefined); // It may end without reading.
    child.stdin?.end(options.input ?? '');
    return { child, ended: ending(child).finally(() => children.delete(child)) };
  };

  const place: Place = {
    dir,
    env,
    start,
    pawl: (args, options) => start(args, options).ended,
    repo(files) {
      repos += 1;
      return makeRepo(join(dir, `target-${repos}`), files);
    },
    file(name, content) {
      writeFileSync(join(dir, name), content);
      return join(dir, name);
    },
    state: (target) => stateOf(join(dir, 'state', 'pawl'), target),
    async models(script, roles = roleAnswer) {
      const server = await startModelServer((request) => roles(request) ?? script(request));
      servers.push(server);
      return server;
    },
  };
  return {
    place,
    async clear() {
      for (const child of children) child.kill('SIGKILL');
      for (const server of servers) await server.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function ending(child: ChildProcess): Promise<Ended> {
  const started = performance.now();
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, by) => resolve([exit, by]));
  });
  const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [parsed(line)] : []));
  const events = lines.filter((line): line is Printed => typeof line.seq === 'number');
  const seconds = (performance.now() - started) / 1000;
  return { code, signal, stdout, stderr, seconds, lines, events, run: events[0]?.run ?? '' };
}

/** The last line of a killed process may be half a line. */
function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { unparsable: line };
  }
}
