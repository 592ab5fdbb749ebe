import type { Clock } from '../../ports/clock.ts';
import { LeaseLost, PawlError, RunOwned, StateDamaged } from '../../ports/errors.ts';
import type { Command, Lease } from '../../ports/state/journal.ts';
import { eventSchema, maxEventBytes, type PawlEvent, type Recorded } from '../../schema/run/event.ts';
import type { Store } from '../sqlite.ts';
import { checkOf, origin } from './chain.ts';
import { isAlive, nameOf, type Owner, silenceMs } from './owner.ts';
import type { RunRow } from './tables.ts';

/** Takes the run for `here` under a new token, unless another owner lives. */
export function claimRun(store: Store, run: string, here: Owner, clock: Clock): Lease {
  const token = store.write('claim', () => {
    const owner = livingOwner(runRow(store, run), here, clock.now());
    if (owner !== null) throw new RunOwned(run, nameOf(owner));
    const fence = store.get<{ token: number }>('UPDATE fence SET token = token + 1 RETURNING token');
    if (fence === undefined) throw new StateDamaged('the journal has lost its newest token');
    store.run(
      `INSERT INTO runs (run, seq, at, head, token, owner, heartbeat) VALUES (?, 0, '', ?, ?, ?, ?)
       ON CONFLICT (run) DO UPDATE SET token = excluded.token, owner = excluded.owner, heartbeat = excluded.heartbeat`,
      run,
      origin,
      fence.token,
      JSON.stringify(here),
      clock.now(),
    );
    return fence.token;
  });
  return leaseOf(store, run, token, clock);
}

export function livingOwner(row: RunRow | undefined, here: Owner, now: number): Owner | null {
  if (row === undefined || row.owner === null) return null;
  const owner = ownerFrom(row.run, row.owner);
  return isAlive(owner, row.heartbeat, here, now) ? owner : null;
}

export function runRow(store: Store, run: string): RunRow | undefined {
  return store.get<RunRow>('SELECT * FROM runs WHERE run = ?', run);
}

function leaseOf(store: Store, run: string, token: number, clock: Clock): Lease {
  const ownRow = () => {
    const row = runRow(store, run);
    if (row === undefined || row.owner === null || row.token !== token) throw new LeaseLost(run);
    return row;
  };
  const beat = () => {
    try {
      store.run('UPDATE runs SET heartbeat = ? WHERE run = ? AND token = ?', clock.now(), run, token);
    } catch (error) {
      if (!(error instanceof PawlError)) throw error; // The next append meets the same fault, and says so.
    }
  };
  const timer = setInterval(beat, silenceMs / 6).unref();
  let released = false;

  return {
    run,
    token,
    async append(event, inbox) {
      const body = bodyOf(run, event);
      return store.write('append', () => record(store, ownRow(), event.type, body, clock.now(), inbox), event.type);
    },
    async inbox() {
      return store
        .all<{ id: number; body: string }>('SELECT id, body FROM inbox WHERE run = ? ORDER BY id', run)
        .map(({ id, body }) => ({ id, command: commandFrom(run, id, body) }));
    },
    async release() {
      clearInterval(timer);
      if (released) return;
      store.write('release', () => {
        store.run('DELETE FROM runs WHERE run = ? AND token = ? AND seq = 0', run, token);
        store.run('UPDATE runs SET owner = NULL WHERE run = ? AND token = ?', run, token);
      });
      released = true;
    },
  };
}

function record(store: Store, last: RunRow, type: string, body: string, now: number, inbox?: number): Recorded {
  const { run } = last;
  const seq = last.seq + 1;
  const at = new Date(Math.max(now, Date.parse(last.at) || 0)).toISOString();
  const check = checkOf(last.head, { run, seq, at, body });
  store.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)', run, seq, at, type, body, check);
  store.run('UPDATE runs SET seq = ?, at = ?, head = ?, heartbeat = ? WHERE run = ?', seq, at, check, now, run);
  if (inbox !== undefined && store.run('DELETE FROM inbox WHERE id = ? AND run = ?', inbox, run).changes !== 1) {
    throw new Error(`command ${inbox} is not in the inbox of run ${run}`);
  }
  return { seq, at, run, ...JSON.parse(body) } as Recorded;
}

/** What is stored is what the schema knows, so that a live event and the same one read later are equal. */
function bodyOf(run: string, event: PawlEvent): string {
  const fit = eventSchema.safeParse(event);
  if (!fit.success) {
    const [issue] = fit.error.issues;
    throw new Error(`run ${run}: not a valid ${event.type} event: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const body = JSON.stringify(fit.data);
  const size = Buffer.byteLength(body);
  if (size > maxEventBytes) throw new Error(`run ${run}: a ${event.type} event of ${size} bytes is too large`);
  return body;
}

function ownerFrom(run: string, text: string): Owner {
  const owner = jsonObject(text);
  if (typeof owner?.host !== 'string' || typeof owner.pid !== 'number') {
    throw new StateDamaged(`the owner of run ${run} is damaged`);
  }
  return owner as unknown as Owner;
}

function commandFrom(run: string, id: number, text: string): Command {
  const command = jsonObject(text);
  const fits =
    (command?.kind === 'cancel' && typeof command.reason === 'string') ||
    (command?.kind === 'answer' && typeof command.text === 'string') ||
    (command?.kind === 'plan' && Array.isArray(command.tasks) && typeof command.forecast_usd === 'number');
  if (!fits) throw new StateDamaged(`command ${id} in the inbox of run ${run} is damaged`);
  return command as unknown as Command;
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // The caller names what is damaged.
  }
}
