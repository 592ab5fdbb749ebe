import { deadline, decide, mustStop } from '../../core/run/decide.ts';
import { fold } from '../../core/run/fold.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { lateness } from '../../core/run/unread.ts';
import type { Target } from '../../ports/outside/repo.ts';
import type { Journal, Lease } from '../../ports/state/journal.ts';
import type { World } from '../../ports/world.ts';
import type { Recorded } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { loadState } from '../load.ts';
import { commandEvent } from './inbox.ts';
import { perform } from './perform.ts';
import { Running } from './running.ts';

export interface Work {
  journal: Journal;
  lease: Lease;
  policy: Policy;
  target: Target;
  world: World;
  /** Stops the work from outside; the run stays resumable. */
  stop: AbortSignal;
  /** Ends early, once the state says so (a plan only). */
  until?: (state: RunState) => boolean;
  onEvent: (recorded: Recorded) => void;
}

/** Drives a run to its end, to a question for a person, or until it is stopped. Everything in the journal is folded, live and on replay alike. */
export async function runLoop({
  journal,
  lease,
  policy,
  target,
  world,
  stop,
  until,
  onEvent,
}: Work): Promise<RunState> {
  let state = await loadState(journal, lease.run);
  const abort = new AbortController();
  const running = new Running((step) =>
    perform(step, { state, policy, target, signal: abort.signal, latest: () => state }, world),
  );
  const write = async (append: Promise<Recorded>) => {
    const recorded = await append;
    state = fold(state, recorded);
    onEvent(recorded);
  };

  try {
    while (!state.finished && !(until?.(state) && idle(state))) {
      for (const { id, command } of await lease.inbox())
        await write(lease.append(commandEvent(command, state.waiting !== null, lateness(state)), id));
      if (stop.aborted || mustStop(state, policy, world.clock.now())) abort.abort();
      if (!stop.aborted) for (const step of decide(state, policy, world.clock.now())) running.start(step);
      if (running.empty) break;
      for (const { event, written } of await running.next((signal) => pause(state, policy, world, signal), stop)) {
        await write(lease.append(event));
        written();
      }
    }
  } finally {
    abort.abort();
  }
  return state;
}

const idle = (state: RunState): boolean => Object.keys(state.running).length === 0;

const soon = 250;

/** Ends at the next deadline or soon: commands from other processes are looked for in between. */
function pause(state: RunState, policy: Policy, { clock }: World, signal: AbortSignal): Promise<void> {
  const remaining_ms = deadline(state, policy) - clock.now();
  return clock.sleep(remaining_ms > 0 ? Math.min(soon, remaining_ms) : soon, signal);
}
