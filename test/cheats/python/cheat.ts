import type { Change } from '../stage.ts';

export interface Cheat extends Change {
  /** Answers for known inputs: the judge may take those, a test that was held back does not. */
  special?: true;
}
