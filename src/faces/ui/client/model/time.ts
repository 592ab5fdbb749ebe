import type { RunBrief } from '../../../../schema/run/view.ts';
import type { Attempt, RunModel } from './shape.ts';

/** How long a run has been worked on: up to now while it runs, else up to its last event. */
export function runSeconds({ status, seconds, last_at }: RunBrief, now: number): number {
  return status === 'running' ? Math.floor(seconds + since(Date.parse(last_at), now)) : seconds;
}

/** The same of an attempt; `alive`: somebody works on its run. */
export function attemptSeconds(
  { active_ms, last_at }: Pick<RunModel, 'active_ms' | 'last_at'>,
  { began_ms, ended_ms, judged, finished }: Attempt,
  alive: boolean,
  now: number,
): number {
  const isOver = judged !== null || (finished !== null && finished.ended !== 'finished');
  if (isOver || !alive) return (ended_ms - began_ms) / 1000;
  return Math.floor((active_ms - began_ms) / 1000 + since(last_at, now));
}

const since = (ms: number, now: number): number => Math.max(0, now - ms) / 1000;
