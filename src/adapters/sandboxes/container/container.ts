import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Unfit } from '../../../ports/errors.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import { once } from '../../once.ts';
import { spawn } from '../../spawn.ts';
import { orStuck, output } from '../outcome.ts';
import { disguise } from '../place/disguise.ts';
import { openExchange, removeStaleExchanges } from '../place/exchange.ts';
import { give } from '../place/give.ts';
import { mountPoints } from '../place/mount-points.ts';
import { tryOut } from '../try-out.ts';
import { mustHaveLooked, watchDisk, watchStall } from '../watch/watch.ts';
import { type ContainerLimits, type ContainerUser, containerArguments, outOfMemory } from './arguments.ts';
import { type Engine, findEngine } from './engine.ts';

interface ContainerOptions extends Omit<ContainerLimits, 'image'> {
  /** One with /bin/sh and the toolchain; `defaultImage` unless told. */
  image?: string | undefined;
  /** What one command may write into its work and its results; 4096 unless told. */
  disk_mb?: number;
  env: Record<string, string | undefined>;
}

const defaultImage = 'docker.io/library/node:20';

/**
 * Commands in containers of podman, or of docker where no podman answers, with an image that holds the toolchain. The
 * engine's own filter of system calls stands in for ours: sockets of files that lie in the work can be called.
 */
export function container(options: ContainerOptions): Sandbox {
  const image = options.image ?? defaultImage;
  let fit = false;

  const ready = once(async () => {
    await removeStaleExchanges();
    return findEngine(options.env);
  });

  const run = async (request: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    const engine = await ready();
    const disguised = disguise(request);
    const { command } = disguised;
    const user = userFor(engine);
    const exchange = openExchange(command.provide, user.owner);
    const points = mountPoints(command.work_dir, user.owner);
    const disk = watchDisk([command.work_dir, exchange.out], options.disk_mb ?? 4096);
    const collected = () => exchange.collect(command.collect, command.file_limit);
    const stall = watchStall(exchange.out, command, () => disguised.filesOf(collected()));
    const watches = [disk, stall].filter((watch) => watch !== null);
    try {
      const name = `pawl-${process.pid}-${randomBytes(4).toString('hex')}`;
      const args = containerArguments(disguised, { ...options, image }, { name, exchange, points, user });
      if (user.owner !== null) await give(command.work_dir, user.owner);
      const { timeout_ms, output_limit, on_overflow = 'end', talk } = command;
      const stop = AbortSignal.any([signal, ...watches.map((watch) => watch.signal)]);
      const limits = { timeout_ms, output_limit, on_overflow, ...(talk && { talk }), signal: stop };
      const onStart = (pid: number) => {
        for (const watch of watches) watch.watch(pid);
      };
      const start = () => spawn([engine.program, ...args], { ...limits, cwd: '/', env: engine.env, onStart });
      const short = () => outOfMemory in exchange.collect([outOfMemory], 1);
      const started_at = Date.now();
      const { spawned, ...ended } = await engine.supervise(name, start, short);
      mustHaveLooked(watches);
      const full =
        (disk.signal.aborted && spawned.ended === 'cancel' && !signal.aborted) ||
        (spawned.ended === 'exit' && (await disk.hasPassed()));
      return disguised.restore({
        ...orStuck(ended, stall, signal),
        started_at,
        ...(full ? { ended: 'output_limit' as const } : {}),
        ...output(spawned),
        files: collected(),
        duration_ms: spawned.duration_ms,
      });
    } finally {
      for (const watch of watches) watch.stop();
      points.undo();
      await exchange.close();
    }
  };

  const lacking = async (): Promise<string | null> => {
    try {
      const engine = await ready();
      if (await engine.has(image)) return tryOut(run);
      return `there is no image ${image}: ${engine.program} pull ${image}`;
    } catch (error) {
      if (error instanceof Unfit) return error.message;
      throw error;
    }
  };

  return {
    kind: 'container',
    run,
    unfit: async () => {
      if (fit) return null;
      const reason = await lacking();
      fit = reason === null;
      return reason;
    },
  };
}

/** Never as root: root's commands become nobody, an ordinary user's stay that user's own. */
function userFor({ program }: Engine): ContainerUser {
  const nobody = 65534;
  const [uid, gid] = [process.getuid?.() ?? nobody, process.getgid?.() ?? nobody];
  if (uid === 0) return { uid: nobody, gid: nobody, owner: nobody, keep_id: false };
  return { uid, gid, owner: null, keep_id: basename(program) === 'podman' };
}
