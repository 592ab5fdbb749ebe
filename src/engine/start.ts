import { waitingExitCode } from '../core/run/ending/exit-code.ts';
import type { RunState } from '../core/run/run-state.ts';
import type { Notify } from '../ports/outside/notify.ts';
import type { World } from '../ports/world.ts';
import type { Activity } from '../schema/run/activity.ts';
import type { Recorded } from '../schema/run/event.ts';
import type { RunEnd } from '../schema/run/view.ts';
import { EventQueue } from './handle.ts';
import { runLoop, type Work } from './run-loop.ts';

/** A run being worked on, by this process unless it says otherwise. */
export interface RunHandle {
  run: string;
  /** Every event as it is journalled, from the first (a resumed run: from its `run.resumed`). Ends when the work does. */
  events: AsyncIterable<Recorded>;
  /** Stops cleanly: running steps are aborted, the run stays resumable. */
  stop(): void;
  /** What is being done right now; null or absent: nothing that takes long. */
  activity?(): Activity | null;
  /** Another process works on it: to stop ends the watching alone. */
  elsewhere?: true;
  done: Promise<RunEnd>;
}

/**
 * Works on a run in the background. `opening` is what this process has journalled already, and is told before the world
 * is there to work with.
 */
export function startWork(
  { open, ...work }: Omit<Work, 'world' | 'stop' | 'onEvent'> & { open: () => Promise<World> },
  opening: Recorded[],
  notify: Notify,
): RunHandle {
  const events = new EventQueue();
  for (const recorded of opening) events.push(recorded);
  const stop = new AbortController();
  let world: World | null = null;
  const done = (async () => {
    try {
      world = await open();
      const onEvent = (recorded: Recorded) => events.push(recorded);
      const state = await runLoop({ ...work, world, stop: stop.signal, onEvent });
      const news = state.finished || state.waiting ? events.seen.findLast(isNews) : undefined;
      const note = news ? await notify(news) : null;
      return endOf(state, stop.signal.aborted, work.until !== undefined, note);
    } finally {
      await work.lease.release();
      events.end();
    }
  })();
  // Whoever waits for `done` sees the failure; reading the events alone must not crash the process.
  void Promise.allSettled([done]);
  return { run: work.lease.run, events, stop: () => stop.abort(), activity: () => world?.activity?.() ?? null, done };
}

/** What somebody who went away wants to be told. */
const isNews = (event: Recorded): boolean =>
  event.type === 'run.finished' || (event.type === 'handed.over' && event.question !== null);

export function endOf(state: RunState, stopped: boolean, partly: boolean, note: string | null): RunEnd {
  const { run, finished, waiting } = state;
  if (finished) return { run, exit_code: finished.exit_code, waiting: null, interrupted: false, note };
  if (waiting) return { run, exit_code: waitingExitCode, waiting: waiting.question, interrupted: false, note };
  if (stopped) return { run, exit_code: 4, waiting: null, interrupted: true, note };
  return { run, exit_code: partly ? 0 : 1, waiting: null, interrupted: false, note };
}
