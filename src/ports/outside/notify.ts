import type { Recorded } from '../../schema/run/event.ts';

/** Notifies the user that a run waits or has ended. Returns an error message or null; never throws. */
export type Notify = (event: Recorded) => Promise<string | null>;
