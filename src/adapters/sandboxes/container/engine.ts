import { basename } from 'node:path';
import { Unfit } from '../../../ports/errors.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import { type SpawnResult, spawn } from '../../spawn.ts';
import { which } from '../../which.ts';
import { outcome, whyFailed } from '../outcome.ts';

type Ended = Pick<SandboxResult, 'ended' | 'exit_code' | 'signal'> & { spawned: SpawnResult };

/** The command line of podman or docker. */
export interface Engine {
  program: string;
  env: Record<string, string>;
  has(image: string): Promise<boolean>;
  /** Runs a container of that name to its end; none is left of it. `short`: whether it knows of a want of memory. */
  supervise(name: string, start: () => Promise<SpawnResult>, short: () => boolean): Promise<Ended>;
}

/** The first that answers and can limit what it runs; `Unfit` says what each of them says. */
export async function findEngine(env: Record<string, string | undefined>): Promise<Engine> {
  const programs = ['podman', 'docker'].map((name) => which(name, env.PATH)).filter((program) => program !== null);
  if (programs.length === 0) throw new Unfit('there is no container engine: install podman or docker');
  const reasons: string[] = [];
  for (const program of programs) {
    const ask = asking(program, engineEnv(env));
    const info = await ask(['info']);
    if (info.exit_code === 0 && !limitless(info)) return engineOf(program, engineEnv(env), ask);
    reasons.push(`${basename(program)}: ${limitless(info) ? noLimits : whyFailed(info)}`);
  }
  throw new Unfit(`no container engine can be used: ${reasons.join('; ')}`);
}

const noLimits = 'without root and on cgroup v1 it limits neither memory nor processes';

function limitless({ stdout }: SpawnResult): boolean {
  return stdout.includes('rootless: true') && stdout.includes('cgroupVersion: v1');
}

type Ask = (args: string[]) => Promise<SpawnResult>;

function engineOf(program: string, env: Record<string, string>, ask: Ask): Engine {
  const stateOf = async (name: string): Promise<string> => {
    const answer = await ask(['inspect', '--format', '{{.State.OOMKilled}} {{.State.StartedAt}}', name]);
    return answer.exit_code === 0 ? answer.stdout.toString().trim() : 'none';
  };
  return {
    program,
    env,
    has: async (image) => (await ask(['image', 'inspect', image])).exit_code === 0,
    // The command line ends at a timeout; the container does not, and is ended by its name.
    supervise: async (name, start, short) => {
      const spawned = await start();
      const state = await stateOf(name);
      const removed = await ask(['rm', '--force', '--volumes', name]);
      if (state !== 'none' && removed.exit_code !== 0)
        throw new Unfit(`the container ${name} cannot be removed: ${whyFailed(removed)}`, 'sandbox_stuck');
      return { ...judge(spawned, state, short()), spawned };
    },
  };
}

function asking(program: string, env: Record<string, string>): Ask {
  return (args) => spawn([program, ...args], { cwd: '/', env, timeout_ms: 30_000, output_limit: 4 * 1024 * 1024 });
}

/** What the engine's command line needs to find its daemon and its files. */
function engineEnv(env: Record<string, string | undefined>): Record<string, string> {
  const own = /^(PATH|HOME|XDG_(RUNTIME_DIR|CONFIG_HOME|DATA_HOME)|DBUS_SESSION_BUS_ADDRESS)$/;
  const engines = /^(DOCKER_(HOST|CONTEXT|CONFIG|CERT_PATH|TLS_VERIFY)|CONTAINER_HOST|CONTAINERS_(STORAGE_)?CONF)$/;
  const names = Object.keys(env).filter((name) => own.test(name) || engines.test(name));
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** 125 and more may be the engine's own failure or the command's answer: then there was a container that started. */
function judge(spawned: SpawnResult, state: string, short: boolean): Omit<Ended, 'spawned'> {
  const started = state !== 'none' && !state.includes(' 0001-01-01');
  if (spawned.ended === 'exit' && (spawned.exit_code ?? 0) >= 125 && !started)
    throw new Unfit(`the container cannot be started: ${whyFailed(spawned)}`, 'sandbox_failed');
  const result = outcome(spawned);
  const memory = (short || state.startsWith('true')) && result.exit_code !== 0 && spawned.ended === 'exit';
  return memory ? { ended: 'memory', exit_code: null, signal: null } : result;
}
