import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import { ConfigError, PawlError, RunOwned } from '../../ports/errors.ts';
import type { Point } from '../../ports/point.ts';
import type { Journal, Lease } from '../../ports/state/journal.ts';
import { allDone } from '../all-done.ts';
import { integrityOf, openStore, type Store } from '../sqlite.ts';
import { eventsOf } from './chain.ts';
import { claimRun, livingOwner, runRow } from './lease.ts';
import { nameOf, type Owner, thisProcess } from './owner.ts';
import { endedRuns, headsOf, oneSummary, summaries } from './summary.ts';
import { migrations, type RunRow } from './tables.ts';

export interface JournalOptions {
  /** The folder of one repository in the machine's state. */
  state_dir: string;
  clock: Clock;
  point: Point;
  /** Whom leases are taken for; this process when absent. */
  owner?: Owner;
}

/** `<state_dir>/journal.db`, made by the first claim: until then every reader finds it empty and writes nothing. */
export async function openJournal({ state_dir, clock, point, owner }: JournalOptions): Promise<Journal> {
  const here = owner ?? thisProcess();
  const file = join(state_dir, 'journal.db');
  const options = { file, name: 'journal', migrations, now: () => clock.now(), point };
  const leases = new Set<Lease>();
  let opened: Store | null = null;

  const existing = () => {
    opened ??= openStore(options, false);
    return opened;
  };
  const created = () => {
    opened = existing() ?? openStore(options, true);
    if (opened === null) throw new Error('the journal was not created');
    return opened;
  };
  const holding = (run: string): Store => {
    const store = existing();
    if (store !== null && runRow(store, run) !== undefined) return store;
    throw new ConfigError(`there is no run ${run}`, 'unknown_run');
  };

  return {
    async runs() {
      const store = existing();
      return store === null ? [] : summaries(store, here, clock.now());
    },
    async heads() {
      const store = existing();
      return store === null ? [] : headsOf(store, here, clock.now());
    },
    async summary(run) {
      const store = existing();
      return store === null ? null : oneSummary(store, run, here, clock.now());
    },
    async ended(most) {
      const store = existing();
      return store === null ? [] : endedRuns(store, most);
    },
    async *read(run, after = 0) {
      const store = existing();
      if (store !== null) yield* eventsOf(store, run, after);
    },
    async claim(run) {
      const lease = claimRun(created(), run, here, clock);
      leases.add(lease);
      return lease;
    },
    async send(run, command) {
      const store = holding(run);
      const at = new Date(clock.now()).toISOString();
      store.write('send', () =>
        store.run('INSERT INTO inbox (run, at, body) VALUES (?, ?, ?)', run, at, JSON.stringify(command)),
      );
    },
    async check() {
      try {
        const store = existing();
        return store === null ? [] : faultsOf(store, file);
      } catch (error) {
        return [sentence(error)];
      }
    },
    async remove(run) {
      const store = holding(run);
      store.write('remove', () => {
        const living = livingOwner(runRow(store, run), here, clock.now());
        if (living !== null) throw new RunOwned(run, nameOf(living));
        store.run('DELETE FROM runs WHERE run = ?', run);
      });
    },
    async compact() {
      return existing()?.compact() ?? 0;
    },
    async close() {
      try {
        await allDone([...leases].map((lease) => lease.release()));
      } finally {
        leases.clear();
        opened?.close();
        opened = null;
      }
    },
  };
}

function faultsOf(store: Store, file: string): string[] {
  const faults = integrityOf(store, file);
  for (const { table } of store.all<{ table: string }>('PRAGMA foreign_key_check')) {
    faults.push(`${file} is damaged: a row of ${table} does not belong to any run`);
  }
  for (const { run } of store.all<RunRow>('SELECT * FROM runs')) {
    try {
      for (const _ of eventsOf(store, run, 0));
    } catch (error) {
      faults.push(sentence(error));
    }
  }
  return faults;
}

function sentence(error: unknown): string {
  if (error instanceof PawlError) return error.message;
  throw error;
}
