import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { started } from '../../adapters/journal/events.ts';

/** A run with an attempt at work in which nothing happens, owned by this process until it is left. */
export async function heldRun(state_dir: string, run: string, request: string): Promise<{ leave(): Promise<void> }> {
  const journal = await openJournal({ state_dir, clock: systemClock(), point: () => undefined });
  const lease = await journal.claim(run);
  const task = { id: 't1', title: request, kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 } as const;
  const events: PawlEvent[] = [
    started(request),
    {
      type: 'plan.proposed',
      tasks: [{ ...task, acceptance: [], depends_on: [] }],
      forecast_usd: null,
      improvement: false,
    },
    { type: 'phase.changed', from: 'decomposing', to: 'executing' },
    { type: 'attempt.started', task: 't1', tier: 'cheap', attempt: 1, from_tree: 'b', prompt_ref: null },
  ];
  for (const event of events) await lease.append(event);
  return {
    async leave() {
      await lease.release();
      await journal.close();
    },
  };
}
