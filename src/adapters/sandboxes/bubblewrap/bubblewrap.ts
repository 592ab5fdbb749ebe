import type { Sandbox, SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { once } from '../../once.ts';
import { output } from '../outcome.ts';
import { disguise } from '../place/disguise.ts';
import { openExchange, removeStaleExchanges } from '../place/exchange.ts';
import { give } from '../place/give.ts';
import { searchPath, systemFolders } from '../place/layers.ts';
import { mountPoints } from '../place/mount-points.ts';
import { pathsBehind, toolchainEnv } from '../toolchains/toolchains.ts';
import { tryOut } from '../try-out.ts';
import { watchStall } from '../watch/watch.ts';
import { environment, etcFiles, isolationArguments } from './arguments.ts';
import { findMachine } from './machine.ts';
import { mountArguments } from './mounts.ts';
import { supervise } from './supervise.ts';

export interface BubblewrapOptions {
  memory_mb: number;
  pids: number;
  /** What one command may write into its work and its results; 4096 unless told. */
  disk_mb?: number;
  network: 'none' | 'host';
  env: Record<string, string | undefined>;
  equipment: readonly Equipment[];
}

/** Commands in namespaces of their own, without rights, seeing only what they are given. Use it from the main thread. */
export function bubblewrap(options: BubblewrapOptions): Sandbox {
  const behind = pathsBehind(options.env, options.equipment);
  let trial: Promise<string | null> | null = null;

  const ready = once(async () => {
    await removeStaleExchanges();
    return findMachine(options.env, options.equipment, options);
  });

  const run = async (request: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    const machine = await ready();
    const { command, host, restore, filesOf, ...places } = disguise(request);
    const { owner } = machine;
    const toolchains = await machine.toolchains(command.needs);
    const exchange = openExchange(command.provide, owner);
    const points = mountPoints(command.work_dir, owner);
    try {
      const files = etcFiles(owner ?? process.getuid?.() ?? 0, owner ?? process.getgid?.() ?? 0, host);
      const etc = Object.keys(files);
      const toolchainPaths = toolchains.flatMap(({ paths }) => paths);
      const programs = [...toolchains.map(({ bin }) => bin), ...systemFolders];
      const network = command.network ?? options.network;
      const args = [
        ...isolationArguments(machine, network, host),
        ...mountArguments(command, {
          ...options,
          network,
          owner,
          exchange,
          places,
          points,
          toolchainPaths,
          behind,
          etc,
        }),
      ];
      const path = searchPath(command.layered, programs, options.equipment);
      const env = environment(command, path, toolchainEnv(toolchains));
      if (owner !== null) await give(command.work_dir, owner);
      const limits = { ...options, disk_mb: options.disk_mb ?? 4096 };
      const writable = [command.work_dir, exchange.out];
      const collected = () => exchange.collect(command.collect, command.file_limit);
      const stall = watchStall(exchange.out, command, () => filesOf(collected()));
      const job = { command, machine, args, env, files, limits, writable, stall };
      const started_at = Date.now();
      const { spawned, ...ended } = await supervise(job, signal);
      return restore({
        ...ended,
        started_at,
        ...output(spawned),
        files: collected(),
        duration_ms: spawned.duration_ms,
      });
    } finally {
      points.undo();
      await exchange.close();
    }
  };

  return {
    kind: 'bubblewrap',
    run,
    expect: (needs) => void Promise.allSettled([ready().then(({ toolchains }) => toolchains(needs))]),
    unfit: async () => {
      trial ??= tryOut(run);
      const reason = await trial.catch((error: unknown) => {
        trial = null;
        throw error;
      });
      if (reason !== null) trial = null;
      return reason;
    },
  };
}
