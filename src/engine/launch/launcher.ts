import type { Wiring } from '../wiring.ts';
import { existingRuns } from './existing-runs.ts';
import { newRuns } from './new-runs.ts';

/** Starting runs and going on with them. */
export const launcher = (wiring: Wiring) => ({ ...newRuns(wiring), ...existingRuns(wiring) });
