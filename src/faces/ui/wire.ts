import type { Recorded } from '../../schema/run/event.ts';
import type { RunBrief } from '../../schema/run/view.ts';

/** What the page needs of a policy; the rest, such as variables of tests, stays with the server. */
export interface ShownPolicy {
  agent: string | null;
  review: string;
  tiers: { name: string; developer: string; model: string | null; attempts: number }[];
  limits: { task_usd: number; run_usd: number; day_usd: number };
}

/** An event as the page gets it: a run's first one with its policy cut short. */
export type ShownEvent = Exclude<Recorded, { type: 'run.started' }> | ShownStart;
export type ShownStart = Omit<Extract<Recorded, { type: 'run.started' }>, 'policy'> & { policy: ShownPolicy };

/** One line of the stream. */
export type Line =
  | { kind: 'hello'; target: string; version: string }
  /** Runs that are new or have changed. `list` names the state of the list, for who comes back; `all`: nothing else is there. */
  | { kind: 'runs'; list: string; all: boolean; runs: RunBrief[]; gone: string[] }
  | { kind: 'events'; events: ShownEvent[] }
  /** The run that was asked for cannot be read. */
  | { kind: 'fault'; message: string }
  | { kind: 'alive' };
