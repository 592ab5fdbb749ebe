import type { Trusted } from '../../schema/settings/trusted.ts';

/** What this machine itself knows about the runs that were started on it. */
export interface Trust {
  save(trusted: Trusted): Promise<void>;
  /** Null for a run that was not started here. Throws `StateDamaged` for a record that cannot be read. */
  load(run: string): Promise<Trusted | null>;
  /** The runs with something on this machine. */
  runs(): Promise<string[]>;
}
