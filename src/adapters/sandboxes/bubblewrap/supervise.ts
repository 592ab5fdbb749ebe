import { Unfit } from '../../../ports/errors.ts';
import type { SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import { type SpawnResult, spawn } from '../../spawn.ts';
import { orStuck, outcome, whyFailed } from '../outcome.ts';
import { endProcess, inheritable } from '../watch/processes.ts';
import { mustHaveLooked, type Watch, watchDisk, watchMemory } from '../watch/watch.ts';
import { innerCommand } from './arguments.ts';
import type { Limits } from './cgroup.ts';
import type { Machine } from './machine.ts';

interface Job {
  command: SandboxCommand;
  machine: Machine;
  /** Bubblewrap's arguments. */
  args: string[];
  /** Files whose content the arguments expect from descriptor 6 on, by name. */
  files: Record<string, string>;
  /** The environment of the command. */
  env: Record<string, string>;
  limits: Limits & { disk_mb: number };
  /** Folders of the host that the command can write to. */
  writable: string[];
  stall: Watch | null;
}

type Supervised = Pick<SandboxResult, 'ended' | 'exit_code' | 'signal'> & { spawned: SpawnResult };

/** Runs bubblewrap under its limits and returns when nothing of it is left. Throws `Unfit` if it did not set up. */
export async function supervise(
  { command, machine, args, files, env, limits, writable, stall }: Job,
  signal: AbortSignal,
): Promise<Supervised> {
  const group = machine.openGroup?.() ?? null;
  const memory = group === null ? watchMemory(limits.memory_mb) : null;
  const disk = watchDisk(writable, limits.disk_mb);
  const watches = [disk, memory, stall].filter((watch) => watch !== null);
  const inner = innerCommand(command, env, machine, group === null ? limits.pids : null);
  try {
    const joining = group === null ? [] : ['/bin/sh', '-c', join, 'sh', ...group.joins, '--'];
    const outer = [...joining, machine.bwrap, '--args', '3', '--'];
    const spawned = await spawn([...outer, ...inner], {
      cwd: '/',
      env: {},
      pipes: [asLines([...passed, ...args]), machine.filter, null, ...Object.values(files)],
      hidden: inheritable(),
      timeout_ms: command.timeout_ms,
      output_limit: command.output_limit,
      on_overflow: command.on_overflow ?? 'end',
      ...(command.talk && { talk: command.talk }),
      signal: AbortSignal.any([signal, ...watches.map((watch) => watch.signal)]),
      onStart: (pid) => {
        for (const watch of watches) watch.watch(pid);
      },
    });
    const status = readStatus(spawned.pipes[2]?.toString() ?? '');
    if (group === null && status.child !== null) await endProcess(status.child, 'bwrap');
    mustHaveLooked(watches);
    const isFilled =
      (spawned.ended === 'cancel' && disk.signal.aborted) || (spawned.ended === 'exit' && (await disk.hasPassed()));
    if (isFilled) return { ended: 'output_limit', exit_code: null, signal: null, spawned };
    return orStuck({ ...judge(spawned, status.exit, outOfMemory()), spawned }, stall, signal);
  } finally {
    for (const watch of watches) watch.stop();
    await group?.close();
  }

  function outOfMemory(): boolean {
    return group?.outOfMemory() ?? (memory?.signal.aborted && !signal.aborted) ?? false;
  }
}

/** The second and third of the pipes. */
const passed = ['--seccomp', '4', '--json-status-fd', '5'];

/**
 * Joins the groups, then becomes bubblewrap with no environment at all: that of its first process can be read inside.
 * An exec, so bubblewrap stays our own child and dies with us.
 */
const join = 'until [ "$1" = -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; unset PWD OLDPWD; exec "$@"';

/** Through a pipe, because a layer's arguments may be too many for a command line. */
function asLines(args: string[]): string {
  if (args.some((arg) => arg.includes('\0'))) throw new TypeError('an argument of the sandbox holds a zero byte');
  return args.map((arg) => `${arg}\0`).join('');
}

/** Bubblewrap tells the exit code only of a command that it did start. */
function judge(spawned: SpawnResult, exit: number | null, outOfMemory: boolean): Omit<Supervised, 'spawned'> {
  const result = outcome(exit === null ? spawned : { ...spawned, exit_code: exit });
  if (outOfMemory && result.exit_code !== 0) return { ended: 'memory', exit_code: null, signal: null };
  const unusable = spawned.error?.code === 'E2BIG' || spawned.error?.code === 'ERR_INVALID_ARG_VALUE';
  const failed = spawned.ended === 'not_started' ? !unusable : spawned.ended === 'exit' && exit === null;
  if (failed) throw new Unfit(`the sandbox cannot be set up: ${whyFailed(spawned)}`, 'sandbox_failed');
  return result;
}

/** `{ "child-pid": 12 }` and `{ "exit-code": 0 }`, a line each. */
function readStatus(lines: string): { child: number | null; exit: number | null } {
  const number = (name: string): number | null => {
    const value = new RegExp(`"${name}": (\\d+)`).exec(lines)?.[1];
    return value === undefined ? null : Number(value);
  };
  return { child: number('child-pid'), exit: number('exit-code') };
}
