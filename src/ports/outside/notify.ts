import type { Recorded } from '../../schema/run/event.ts';

/** Tells somebody that a run waits or has ended. Returns what went wrong, or null; never throws. */
export type Notify = (event: Recorded) => Promise<string | null>;
