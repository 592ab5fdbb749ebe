import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../src/ports/outside/sandbox.ts';

export const mountAt = '/home/someone/project';

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pawl-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** One that others can read, as folders of dependencies are. */
export function openDir(): string {
  const dir = tempDir();
  chmodSync(dir, 0o755);
  return dir;
}

export function command(argv: string[], changes: Partial<SandboxCommand> = {}): SandboxCommand {
  return {
    argv,
    work_dir: changes.work_dir ?? tempDir(),
    mount_at: mountAt,
    cwd: '',
    read_only: [],
    layered: [],
    env: {},
    provide: {},
    collect: [],
    timeout_ms: 60_000,
    output_limit: 1_000_000,
    file_limit: 1_000_000,
    ...changes,
  };
}

export function run(sandbox: Sandbox, argv: string[], changes: Partial<SandboxCommand> = {}): Promise<SandboxResult> {
  return sandbox.run(command(argv, changes), new AbortController().signal);
}

export function shell(sandbox: Sandbox, script: string, changes: Partial<SandboxCommand> = {}): Promise<SandboxResult> {
  return run(sandbox, ['sh', '-c', script], changes);
}

/** Living processes whose command line holds a text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** A sleep that no other process on the machine sleeps. */
export function oddSleep(): string {
  return `sleep 3${Math.floor(Math.random() * 1e6)}.${process.pid}`;
}
