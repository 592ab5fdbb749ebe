import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import { keepOutput } from '../../output.ts';
import type { Remote } from './remote.ts';

export interface Ending {
  ended: 'exit' | 'timeout' | 'cancel' | 'output_limit';
  exit_code: number | null;
  stdout: string;
  stderr: string;
  duration_ms: number;
  /** The machine went away under the command. */
  lost: boolean;
}

/** Runs the script `run` to its end or to its limits; output that may be cut stays there until it is fetched. */
export async function execute(remote: Remote, command: SandboxCommand, signal: AbortSignal): Promise<Ending> {
  const started = performance.now();
  const stop = new AbortController();
  let ended: Ending['ended'] = 'exit';
  const end = (why: Ending['ended']): void => {
    if (stop.signal.aborted) return;
    ended = why;
    stop.abort();
  };
  const output = keepOutput(command.output_limit, 'end', () => end('output_limit'));
  const take = (stream: 'stdout' | 'stderr') => (text: string) => {
    if (!stop.signal.aborted) output.take(stream, Buffer.from(text));
  };
  const cancel = () => end('cancel');
  const timer = setTimeout(() => end('timeout'), command.timeout_ms);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const code = await remote.command('run', { stop: stop.signal, onStdout: take('stdout'), onStderr: take('stderr') });
    const exit_code = ended === 'exit' ? code : null;
    const lost = ended === 'exit' && code === null;
    const { stdout, stderr } = output.result();
    const duration_ms = performance.now() - started;
    const note = lost ? 'the remote sandbox disappeared while the command was running\n' : '';
    return { ended, exit_code, stdout: stdout.toString(), stderr: `${stderr}${note}`, duration_ms, lost };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}
