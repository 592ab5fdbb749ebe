import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Unfit } from '../../ports/errors.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../ports/sandbox.ts';
import { type SpawnResult, spawn } from '../spawn.ts';
import { type ContainerLimits, type ContainerUser, containerArguments } from './container-arguments.ts';
import { openExchange } from './exchange.ts';
import { give } from './give.ts';
import { mountPoints } from './mount-points.ts';
import { outcome, output } from './outcome.ts';
import { tryOut } from './try-out.ts';
import { which } from './which.ts';

interface ContainerOptions extends ContainerLimits {
  env: Record<string, string | undefined>;
}

/**
 * Not offered as a sandbox yet: it has only been run against a stand-in for an engine.
 *
 * Commands in containers of podman, or of docker where there is no podman, with an image that holds the toolchain. The
 * engine's own filter of system calls stands in for ours: sockets of files that lie in the work can be called.
 */
export function container(options: ContainerOptions): Sandbox {
  const engine = which('podman', options.env.PATH) ?? which('docker', options.env.PATH);
  const ask = (args: string[]): Promise<SpawnResult> =>
    spawn([engine ?? '', ...args], { cwd: '/', env: engineEnv(options.env), timeout_ms: 30_000, output_limit: 65_536 });

  const run = async (command: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    if (engine === null) throw new Unfit(notInstalled);
    const user = userFor(engine);
    const exchange = openExchange(command.provide, user.owner);
    const points = mountPoints(command.work_dir, user.owner);
    try {
      const name = `pawl-${process.pid}-${randomBytes(4).toString('hex')}`;
      const args = containerArguments(command, options, { name, exchange, points, user });
      if (user.owner !== null) await give(command.work_dir, user.owner);
      const { spawned, ...ended } = await start(name, [engine, ...args], command, signal);
      const files = exchange.collect(command.collect, command.file_limit);
      return { ...ended, ...output(spawned), files, duration_ms: spawned.duration_ms };
    } finally {
      points.undo();
      await exchange.close();
    }
  };

  /** The command line ends at a timeout; the container does not, and is ended by its name. */
  const start = async (name: string, argv: string[], command: SandboxCommand, signal: AbortSignal) => {
    const { timeout_ms, output_limit, on_overflow = 'end' } = command;
    const limits = { timeout_ms, output_limit, on_overflow, signal };
    try {
      const spawned = await spawn(argv, { ...limits, cwd: '/', env: engineEnv(options.env) });
      return { ...judge(spawned, await stateOf(name)), spawned };
    } finally {
      await ask(['rm', '--force', '--volumes', name]);
    }
  };

  const stateOf = async (name: string): Promise<string> => {
    const asked = await ask(['inspect', '--format', '{{.State.OOMKilled}} {{.State.StartedAt}}', name]);
    return asked.exit_code === 0 ? asked.stdout.toString().trim() : 'none';
  };
  return {
    kind: 'container',
    run,
    unfit: async () => {
      if (engine === null) return notInstalled;
      const info = await ask(['info']);
      if (info.exit_code !== 0) return `the container engine does not answer: ${firstLine(info)}`;
      const image = await ask(['image', 'inspect', options.image]);
      if (image.exit_code !== 0) return `there is no image ${options.image}: ${engine} pull ${options.image}`;
      return tryOut(run);
    },
  };
}

const notInstalled = 'there is no container engine: install podman or docker';

/** Never as root: root's commands become nobody, an ordinary user's stay that user's own. */
function userFor(engine: string): ContainerUser {
  const nobody = 65534;
  const [uid, gid] = [process.getuid?.() ?? nobody, process.getgid?.() ?? nobody];
  if (uid === 0) return { uid: nobody, gid: nobody, owner: nobody, keep_id: false };
  return { uid, gid, owner: null, keep_id: basename(engine) === 'podman' };
}

/** What the engine's command line needs to find its daemon and its files. */
function engineEnv(env: Record<string, string | undefined>): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'XDG_RUNTIME_DIR',
    'XDG_CONFIG_HOME',
    'DOCKER_HOST',
    'DOCKER_CONTEXT',
    'CONTAINER_HOST',
  ];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** 125 is the engine's own failure, but it may be the command's answer too: then there was a container that started. */
function judge(spawned: SpawnResult, state: string): Pick<SandboxResult, 'ended' | 'exit_code' | 'signal'> {
  const started = state !== 'none' && !state.includes(' 0001-01-01');
  if (spawned.ended === 'exit' && spawned.exit_code === 125 && !started)
    throw new Unfit(`the container cannot be started: ${firstLine(spawned)}`, 'sandbox_failed');
  const result = outcome(spawned);
  const memory = state.startsWith('true') && result.exit_code !== 0 && spawned.ended === 'exit';
  return memory ? { ended: 'memory', exit_code: null, signal: null } : result;
}

function firstLine({ stderr, error }: SpawnResult): string {
  return error?.message ?? stderr.toString().trim().split('\n')[0] ?? '';
}
