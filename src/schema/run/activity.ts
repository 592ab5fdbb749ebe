/** The current activity, for display. It is never journalled. */
export interface Activity {
  kind: 'build' | 'tests' | 'command' | 'model';
  /** The command, the runner or the model. */
  name: string;
  /** When it began, in milliseconds. */
  since: number;
  /** Tests that have ended so far, where the runner tells. */
  tests?: { total: number; failed: number };
}
