import type { Work } from '../../../ports/outside/developer.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';

/**
 * What the end of an agent's process comes to. Whatever was edited is judged, however it ended; an agent that failed and
 * edited nothing could not work.
 */
export function endedAs(result: SandboxResult, edited: boolean, message: string): Work {
  const how = howEnded(result);
  if (how === null) return { ended: 'finished', summary: message };
  const summary = message === '' ? how : `${how}: ${message}`;
  if (result.ended === 'timeout') return { ended: 'step_limit', summary };
  return { ended: edited ? 'finished' : 'unavailable', summary };
}

/** Null for an end without a fault. */
export function howEnded({ ended, exit_code, signal }: SandboxResult): string | null {
  if (ended === 'exit' && exit_code === 0) return null;
  if (ended === 'exit' && (exit_code === 127 || exit_code === 126))
    return `it could not be started (exit ${exit_code})`;
  if (ended === 'exit') return `it failed (exit ${exit_code})`;
  if (ended === 'crash') return `it crashed (${signal})`;
  if (ended === 'memory') return 'it ran out of memory';
  if (ended === 'output_limit') return 'it exceeded the output or disk limit';
  return ended === 'timeout' ? 'it ran out of time' : 'it was stopped';
}

/** The end of what was said, whole lines. */
export function lastLines(text: string, most = 900): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const tail: string[] = [];
  let size = 0;
  for (const line of lines.slice(-12).reverse()) {
    size += line.length + 1;
    if (size > most) break;
    tail.unshift(line);
  }
  return tail.length === 0 ? (lines.at(-1) ?? '').slice(-most) : tail.join('\n');
}
