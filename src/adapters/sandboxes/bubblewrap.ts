import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PawlError, Unfit } from '../../ports/errors.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../ports/sandbox.ts';
import { spawn } from '../spawn.ts';
import { environmentArguments, etcFiles, isolationArguments } from './arguments.ts';
import { openExchange } from './exchange.ts';
import { searchPath, systemFolders } from './layers.ts';
import { findMachine, type Machine } from './machine.ts';
import { mountPoints } from './mount-points.ts';
import { mountArguments } from './mounts.ts';
import { output } from './outcome.ts';
import { supervise } from './supervise.ts';

export interface BubblewrapOptions {
  memory_mb: number;
  pids: number;
  network: 'none' | 'host';
  env: Record<string, string | undefined>;
}

/** Commands in namespaces of their own, without rights, seeing only what they are given. Use it from the main thread. */
export function bubblewrap(options: BubblewrapOptions): Sandbox {
  let found: Promise<Machine> | null = null;
  let fit = false;

  const ready = (): Promise<Machine> => {
    found ??= findMachine(options.env, options).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };

  const run = async (command: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    const machine = await ready();
    const exchange = openExchange(command.provide, machine.owner);
    const points = mountPoints(command.work_dir, machine.owner);
    try {
      const files = etcFiles(machine.owner ?? process.getuid?.() ?? 0, machine.owner ?? process.getgid?.() ?? 0);
      const toolchainPaths = machine.toolchains.flatMap(({ paths }) => paths);
      const programs = [...machine.toolchains.map(({ bin }) => bin), ...systemFolders];
      const args = [
        ...isolationArguments(machine, options.network),
        ...mountArguments(command, { ...options, exchange, points, toolchainPaths, etc: Object.keys(files) }),
        ...environmentArguments(command, searchPath(command.layered, programs)),
      ];
      if (machine.owner !== null) await give(command.work_dir, machine.owner);
      const { spawned, ...ended } = await supervise({ command, machine, args, files, limits: options }, signal);
      return {
        ...ended,
        ...output(spawned),
        files: exchange.collect(command.collect, command.file_limit),
        duration_ms: spawned.duration_ms,
      };
    } finally {
      points.undo();
      await exchange.close();
    }
  };

  return {
    kind: 'bubblewrap',
    run,
    unfit: async () => {
      if (fit) return null;
      const reason = await tryOut(run);
      fit = reason === null;
      return reason;
    },
  };
}

/** Makes root's files in the work the command's own. Others keep their times, which git would take for a change. */
async function give(folder: string, owner: number): Promise<void> {
  const chown = ['/bin/chown', '-R', '-h', '--from=0', `${owner}:${owner}`, '--', folder];
  const { exit_code, stderr } = await spawn(chown, { env: {} });
  if (exit_code !== 0)
    throw new Unfit(`the work folder cannot be given to the sandbox: ${firstLine(stderr.toString())}`);
}

/** Null when a command that does nothing does it. */
async function tryOut(run: Sandbox['run']): Promise<string | null> {
  const work_dir = mkdtempSync(join(tmpdir(), 'pawl-sandbox-try-'));
  const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [] };
  const command = { ...nothing, argv: ['true'], work_dir, mount_at: '/try', cwd: '', timeout_ms: 10_000 };
  try {
    const { ended, exit_code, stderr } = await run(
      { ...command, output_limit: 64 * 1024, file_limit: 0 },
      new AbortController().signal,
    );
    return exit_code === 0 ? null : `a command that does nothing fails in the sandbox (${ended}): ${firstLine(stderr)}`;
  } catch (error) {
    if (error instanceof PawlError) return error.message;
    throw error;
  } finally {
    await rm(work_dir, { recursive: true, force: true });
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
