import { waitingExitCode } from '../../core/run/ending/exit-code.ts';
import type { RunState } from '../../core/run/run-state.ts';
import type { Target } from '../../ports/outside/repo.ts';
import type { Lease } from '../../ports/state/journal.ts';
import type { World } from '../../ports/world.ts';
import type { Activity } from '../../schema/run/activity.ts';
import type { EventOf, Recorded } from '../../schema/run/event.ts';
import type { RunEnd } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Keys, Wiring } from '../wiring.ts';
import { EventQueue } from './event-queue.ts';
import { runLoop } from './run-loop.ts';

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

/** What a run is worked on with. */
export interface Ready {
  policy: Policy;
  keys: Keys;
  place: Target;
}

/** How a process takes a run into its hands. */
export interface Start {
  claim: Promise<Lease>;
  /** The first event of this process. Whatever must be done or must hold before it is done or checked here. */
  opening: (run: string) => Promise<EventOf<'run.started' | 'run.resumed'>>;
  /** Ends early, once the state says so (a plan only). */
  until?: (state: RunState) => boolean;
}

/**
 * Works on a run in the background. Its opening event is reported before the work is set up. If the work cannot begin,
 * the run is released, so that no caller waits for it.
 */
export async function startWork(
  wiring: Wiring,
  { policy, keys, place }: Ready,
  { claim, opening, until }: Start,
): Promise<RunHandle> {
  const lease = await claim;
  const events = new EventQueue();
  const stop = new AbortController();
  let world: World | null = null;
  try {
    events.push(await lease.append(await opening(lease.run)));
  } catch (error) {
    await lease.release().catch(() => undefined); // The first fault says what is wrong.
    throw error;
  }
  const done = work();
  // Whoever waits for `done` sees the failure; reading the events alone must not crash the process.
  void Promise.allSettled([done]);
  return { run: lease.run, events, stop: () => stop.abort(), activity: () => world?.activity?.() ?? null, done };

  async function work(): Promise<RunEnd> {
    try {
      world = await wiring.world(policy, keys, place);
      const onEvent = (recorded: Recorded) => events.push(recorded);
      const journal = await wiring.journal();
      const about = { journal, lease, policy, target: place, world, stop: stop.signal, onEvent };
      const state = await runLoop({ ...about, ...(until && { until }) });
      const news = state.finished || state.waiting ? events.seen.findLast(isNews) : undefined;
      const note = news ? await wiring.notify(policy)(news) : null;
      return endOf(state, stop.signal.aborted, until !== undefined, note);
    } finally {
      // Readers are let go whatever becomes of the lease.
      await lease.release().finally(() => events.end());
    }
  }
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
