import { constants } from 'node:os';
import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { SpawnResult } from '../spawn.ts';
import type { Watch } from './watch/watch.ts';

type Outcome = Pick<SandboxResult, 'ended' | 'exit_code' | 'signal'>;

const crashSignals = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGSYS', 'SIGKILL'] as const;

/** What a command wrote, with bytes that are not UTF-8 replaced, or why it was not started. */
export function output(spawned: SpawnResult): Pick<SandboxResult, 'stdout' | 'stderr' | 'cut_bytes'> {
  const cut = spawned.ended !== 'output_limit' && spawned.dropped > 0 ? { cut_bytes: spawned.dropped } : {};
  return { stdout: spawned.stdout.toString(), stderr: spawned.error?.message ?? spawned.stderr.toString(), ...cut };
}

/** Why a program of the sandbox itself failed, in one line. */
export function whyFailed({ ended, exit_code, stderr, error }: SpawnResult): string {
  const [line] = stderr.toString().trim().split('\n');
  return error?.message || line || `no reason given (${exit_code === null ? ended : `exit code ${exit_code}`})`;
}

/** A command that was ended because it made no progress ran out of time. */
export function orStuck<T extends Outcome>(result: T, stall: Watch | null, signal: AbortSignal): T {
  const isStuck = stall?.signal.aborted && !signal.aborted && result.ended === 'cancel';
  return isStuck ? { ...result, ended: 'timeout' } : result;
}

/** How a command ended, whether its signal was seen by us or comes as the 128+n of a shell or a supervisor. */
export function outcome(spawned: Pick<SpawnResult, 'ended' | 'exit_code' | 'signal' | 'error'>): Outcome {
  if (spawned.ended === 'not_started')
    return { ended: 'exit', exit_code: spawned.error?.code === 'ENOENT' ? 127 : 126, signal: null };
  if (spawned.ended !== 'exit' && spawned.ended !== 'signal')
    return { ended: spawned.ended, exit_code: null, signal: null };
  const number = constants.signals[spawned.signal as NodeJS.Signals] ?? 0;
  const code = spawned.exit_code ?? 128 + number;
  const crash = crashSignals.find((name) => constants.signals[name] === code - 128);
  if (crash !== undefined) return { ended: 'crash', exit_code: null, signal: crash };
  return { ended: 'exit', exit_code: code, signal: null };
}
