export interface Caps {
  task_usd: number;
  run_usd: number;
  day_usd: number;
}

export type Reservation =
  | { ok: true; id: number }
  | { ok: false; cap: 'task' | 'run' | 'day'; limit_usd: number; spent_usd: number };

/** The machine-wide record of spending. What is reserved counts as spent until it is settled. */
export interface Ledger {
  /** Holds the worst case of one call against all caps at once, or says which cap it would break. */
  reserve(call: {
    run: string;
    task: string | null;
    tier: string;
    worst_usd: number;
    caps: Caps;
  }): Promise<Reservation>;
  /** Replaces a reservation by what the call really cost, also where that is more than was reserved. */
  settle(id: number, usd: number): Promise<void>;
  spent(run: string): Promise<number>;
  close(): Promise<void>;
}
