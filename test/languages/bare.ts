import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '../../src/adapters/spawn.ts';
import type { Files, Runner, RunnerCommand } from '../../src/languages/runner.ts';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { inDir, outDir, type SandboxResult } from '../../src/ports/outside/sandbox.ts';
import type { TestCase, TestRun } from '../../src/schema/judge/test-run.ts';
import type { TestsPolicy } from '../../src/schema/settings/policy.ts';
import { removeAfter } from '../support/after.ts';

const own = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Where runners that this project does not install can be found, for whoever has them. */
const modules = process.env.PAWL_TEST_MODULES ?? own;
/** Ends what hangs: no runner takes as long, on a busy machine either. */
const patience_ms = 120_000;

/** Why tests of a package's runner cannot run here; null when they can. */
export function lacksPackage(name: string): string | null {
  if (isIn(modules, name)) return null;
  const hint = `set PAWL_TEST_MODULES to a node_modules folder that has it`;
  console.log(`${name} is not run for real: it is not installed (${hint})`);
  return hint;
}

const isIn = (folder: string, name: string): boolean => existsSync(join(folder, name, 'package.json'));

/** Vitest is this project's own where the others lack it. */
function modulesFor(content: Record<string, string>): string {
  const isVitest = content['package.json']?.includes('vitest') ?? false;
  return isVitest && !isIn(modules, 'vitest') ? own : modules;
}

export const tests = (command: string[] = []): TestsPolicy => ({
  command,
  build: [],
  install: [],
  bind: [],
  env: {},
  related: true,
  tolerate: [],
});

export function filesOf(content: Record<string, string>): Files {
  return { paths: Object.keys(content), read: async (path) => content[path] ?? null };
}

/** A project in a temporary folder, its runner, and a way to run it bare: without a sandbox around it. */
export async function project(content: Record<string, string>, policy = tests()) {
  const dir = await folder(content);
  const runner = await detectRunner(filesOf(content), policy);
  if (!runner) throw new Error('no runner was found');
  return {
    dir,
    runner,
    run: async (options: Partial<BareOptions> = {}): Promise<TestRun> => {
      const result = await runBare(runner, dir, { only: null, output_limit: 1e6, ...options });
      return runner.read(result, dir);
    },
    cover: async (options: Partial<BareOptions> = {}) => {
      const result = await runBare(runner, dir, { coverage: true, ...options });
      return { run: runner.read(result, dir), hits: runner.coverage?.read(result, dir) };
    },
  };
}

/** Files in a temporary folder, with the modules that their tests need. */
export async function folder(content: Record<string, string>): Promise<string> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'pawl lang-')));
  removeAfter('file', top);
  const dir = join(top, 'wörk');
  await mkdir(dir);
  for (const [path, text] of Object.entries(content)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  await symlink(modulesFor(content), join(dir, 'node_modules'));
  return dir;
}

interface BareOptions {
  only: string[] | null;
  timeout_ms: number;
  output_limit: number;
  env: Record<string, string>;
  coverage: boolean;
}

async function runBare(runner: Runner, dir: string, options: Partial<BareOptions>): Promise<SandboxResult> {
  const from = options.coverage ? runner.coverage : runner;
  if (!from) throw new Error('no coverage is measured here');
  return runCommand(from.command(options.only ?? null), dir, options);
}

/** Any command that a sandbox would be asked to run, without one around it. */
export async function runCommand(
  command: RunnerCommand,
  dir: string,
  options: Partial<BareOptions>,
): Promise<SandboxResult> {
  const place = await mkdtemp(join(tmpdir(), 'pawl-io-'));
  removeAfter('file', place);
  const moved = (text: string) => text.replaceAll(inDir, join(place, 'in')).replaceAll(outDir, join(place, 'out'));
  const movedEnv = (env: Record<string, string>) =>
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, moved(value)]));
  for (const part of ['in', 'out']) await mkdir(join(place, part));
  for (const [name, text] of Object.entries(command.provide)) await writeFile(join(place, 'in', name), moved(text));
  const ended = await spawn(command.argv.map(moved), {
    cwd: dir,
    env: { PATH: process.env.PATH ?? '', HOME: place, LANG: 'C.UTF-8', ...options.env, ...movedEnv(command.env) },
    timeout_ms: options.timeout_ms ?? patience_ms,
    output_limit: options.output_limit ?? 1e6,
  });
  const files: Record<string, string> = {};
  for (const name of await readdir(join(place, 'out'))) {
    if (command.collect.includes(name)) files[name] = await readFile(join(place, 'out', name), 'utf8');
  }
  const how = ended.ended === 'signal' || ended.ended === 'not_started' ? 'crash' : ended.ended;
  return { ...ended, ended: how, stdout: String(ended.stdout), stderr: String(ended.stderr), files };
}

/** Each test's id with its status, for comparing at a glance. */
export function statuses(run: TestRun): Record<string, TestCase['status']> {
  return Object.fromEntries(run.cases.map((one) => [one.id, one.status]));
}

export const ended = (part: Partial<SandboxResult> = {}): SandboxResult => ({
  ended: 'exit',
  exit_code: 0,
  signal: null,
  stdout: '',
  stderr: '',
  files: {},
  duration_ms: 1,
  ...part,
});
