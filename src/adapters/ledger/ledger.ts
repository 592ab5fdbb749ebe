import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { Point } from '../../ports/point.ts';
import type { Caps, Ledger } from '../../ports/state/ledger.ts';
import { type Migration, openStore, type Store } from '../sqlite.ts';

export interface LedgerOptions {
  /** The machine-wide state folder. */
  state_dir: string;
  clock: Clock;
  point: Point;
}

/**
 * `<state_dir>/ledger.db`, made by the first reservation. Amounts are whole nano-dollars, costs rounded up and caps
 * down. A reservation that was never settled, because its process died, stays charged at its worst.
 */
export async function openLedger({ state_dir, clock, point }: LedgerOptions): Promise<Ledger> {
  const options = { file: join(state_dir, 'ledger.db'), name: 'ledger', migrations, now: () => clock.now(), point };
  let opened: Store | null = null;
  const existing = () => {
    opened ??= openStore(options, false);
    return opened;
  };
  const created = () => {
    opened ??= openStore(options, true);
    if (opened === null) throw new Error('the ledger was not created');
    return opened;
  };

  return {
    async reserve({ run, task, tier, worst_usd, caps }) {
      const store = created();
      const worst = costOf(worst_usd);
      return store.write('reserve', () => {
        const at = new Date(clock.now()).toISOString();
        const day = at.slice(0, 10);
        for (const [cap, spent, limit_usd] of standing(store, { run, task, day, caps })) {
          if (spent + worst > capOf(limit_usd)) {
            return { ok: false as const, cap, limit_usd, spent_usd: spent / nano };
          }
        }
        const { id } = store.run(
          'INSERT INTO calls (run, task, tier, day, at, worst) VALUES (?, ?, ?, ?, ?, ?)',
          run,
          task,
          tier,
          day,
          at,
          worst,
        );
        return { ok: true as const, id };
      });
    },

    async settle(id, usd) {
      const actual = costOf(usd);
      const store = existing();
      const unknown = new Error(`reservation ${id} is not in the ledger`);
      if (store === null) throw unknown;
      store.write('settle', () => {
        const call = store.get<{ actual: number | null }>('SELECT actual FROM calls WHERE id = ?', id);
        if (call === undefined) throw unknown;
        if (call.actual !== null && call.actual !== actual) throw new Error(`reservation ${id} was already settled`);
        store.run('UPDATE calls SET actual = ? WHERE id = ?', actual, id);
      });
    },

    async spent(run) {
      const store = existing();
      return store === null ? 0 : sum(store, 'run = ?', run) / nano;
    },

    async close() {
      opened?.close();
      opened = null;
    },
  };
}

type Standing = ['task' | 'run' | 'day', spent: number, limit_usd: number];

function standing(store: Store, call: { run: string; task: string | null; day: string; caps: Caps }): Standing[] {
  const { run, task, day, caps } = call;
  const ofTask: Standing[] =
    task === null ? [] : [['task', sum(store, 'run = ? AND task = ?', run, task), caps.task_usd]];
  return [
    ...ofTask,
    ['run', sum(store, 'run = ?', run), caps.run_usd],
    ['day', sum(store, 'day = ?', day), caps.day_usd],
  ];
}

function sum(store: Store, where: string, ...values: string[]): number {
  const sql = `SELECT coalesce(sum(coalesce(actual, worst)), 0) AS total FROM calls WHERE ${where}`;
  return store.get<{ total: number }>(sql, ...values)?.total ?? 0;
}

const nano = 1e9;

/** Whole nano-dollars, up. What is below a thousandth of one is the noise of binary fractions. */
function costOf(usd: number): number {
  if (!Number.isFinite(usd) || usd < 0) throw new Error(`${usd} is not an amount of money`);
  return Math.ceil(Math.round(usd * nano * 1000) / 1000);
}

function capOf(usd: number): number {
  if (Number.isNaN(usd)) throw new Error('a cap must be a number');
  return Math.floor(Math.round(usd * nano * 1000) / 1000);
}

const migrations: readonly Migration[] = [
  {
    name: 'calls',
    sql: `
      CREATE TABLE calls (
        id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, task TEXT, tier TEXT NOT NULL,
        day TEXT NOT NULL, at TEXT NOT NULL, worst INTEGER NOT NULL, actual INTEGER
      ) STRICT;
      CREATE INDEX calls_by_run ON calls (run, task, actual, worst);
      CREATE INDEX calls_by_day ON calls (day, actual, worst);`,
  },
];
