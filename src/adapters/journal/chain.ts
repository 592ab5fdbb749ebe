import { createHash } from 'node:crypto';
import { StateDamaged } from '../../ports/errors.ts';
import { eventSchema, type Recorded } from '../../schema/run/event.ts';
import type { Store } from '../sqlite.ts';
import type { EventRow, RunRow } from './tables.ts';

/** What the first event of a run follows. */
export const origin = '';

/** Each event's check covers all that came before it, so nothing can be changed, moved or left out unnoticed. */
export function checkOf(previous: string, event: Omit<EventRow, 'type' | 'check'>): string {
  const { run, seq, at, body } = event;
  return createHash('sha256')
    .update(JSON.stringify([previous, run, seq, at]))
    .update(body)
    .digest('hex');
}

/** The event a row holds. Throws `StateDamaged` unless it follows `previous` and reads back as it was written. */
export function recordedFrom(row: EventRow, previous: string): Recorded {
  if (row.check !== checkOf(previous, row)) throw damaged(row.run, row.seq, 'its check does not match');
  const event = parsed(row);
  const fit = eventSchema.safeParse(event);
  if (!fit.success && isKnown(row.type)) {
    const [issue] = fit.error.issues;
    throw damaged(row.run, row.seq, `${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { seq: row.seq, at: row.at, run: row.run, ...event } as Recorded;
}

const pageOfRows = 256;

/** Reads in pages and holds no transaction between them, so a slow reader never holds up the log's clean-up. */
export function* eventsOf(store: Store, run: string, after: number): Generator<Recorded> {
  const end = store.get<RunRow>('SELECT * FROM runs WHERE run = ?', run);
  if (end === undefined) {
    const stray = store.get<EventRow>('SELECT * FROM events WHERE run = ? ORDER BY seq LIMIT 1', run);
    if (stray !== undefined) throw damaged(run, stray.seq, 'its run is missing');
  }
  if (end === undefined || after > end.seq) return;

  let seq = after;
  let check = after === 0 ? origin : checkAt(store, run, after);
  for (;;) {
    const rows = store.all<EventRow>(
      `SELECT * FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ${pageOfRows}`,
      run,
      seq,
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      if (row.seq !== seq + 1) throw damaged(run, seq + 1, 'it is missing');
      yield recordedFrom(row, check);
      seq = row.seq;
      check = row.check;
    }
  }
  if (seq < end.seq) throw damaged(run, seq + 1, 'it is missing');
  if (seq === end.seq && check !== end.head) throw damaged(run, seq, 'it is not the one last written');
}

function checkAt(store: Store, run: string, seq: number): string {
  const row = store.get<EventRow>('SELECT * FROM events WHERE run = ? AND seq = ?', run, seq);
  if (row === undefined) throw damaged(run, seq, 'it is missing');
  return row.check;
}

function parsed(row: EventRow): object {
  let value: unknown;
  try {
    value = JSON.parse(row.body);
  } catch {
    throw damaged(row.run, row.seq, 'it is not JSON');
  }
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === row.type) return value;
  throw damaged(row.run, row.seq, 'its type does not match');
}

/** Types from a newer version are passed on as they are. */
function isKnown(type: string): boolean {
  return eventSchema.options.some((option) => option.shape.type.value === type);
}

function damaged(run: string, seq: number, why: string): StateDamaged {
  return new StateDamaged(`run ${run}: event ${seq} is damaged: ${why}`);
}
