import { StateDamaged } from '../../ports/errors.ts';
import type { RunSummary } from '../../ports/state/journal.ts';
import type { EventOf, EventType, Recorded, Tried } from '../../schema/run/event.ts';
import type { RunHead } from '../../schema/run/view.ts';
import type { Store } from '../sqlite.ts';
import { origin, recordedFrom } from './chain.ts';
import { livingOwner } from './lease.ts';
import { nameOf, type Owner } from './owner.ts';
import type { EventRow, RunRow } from './tables.ts';

/** Newest first. A run without events was claimed and never begun: there is nothing to tell of it. */
export function summaries(store: Store, here: Owner, now: number): RunSummary[] {
  return store
    .all<RunRow>('SELECT * FROM runs WHERE seq > 0')
    .map((row) => summaryOf(store, row, here, now))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.run.localeCompare(a.run));
}

export function oneSummary(store: Store, run: string, here: Owner, now: number): RunSummary | null {
  const row = store.get<RunRow>('SELECT * FROM runs WHERE run = ? AND seq > 0', run);
  return row === undefined ? null : summaryOf(store, row, here, now);
}

/** Reads no event but the time of the first. */
export function headsOf(store: Store, here: Owner, now: number): RunHead[] {
  return store
    .all<RunRow>(
      `SELECT r.* FROM runs AS r LEFT JOIN events AS e ON e.run = r.run AND e.seq = 1
       WHERE r.seq > 0 ORDER BY e.at DESC, r.run DESC`,
    )
    .map((row) => ({
      run: row.run,
      events: row.seq,
      alive: row.owner !== null && readable(() => livingOwner(row, here, now)) !== null,
    }));
}

/** Read from the index of finished runs: as fast after thousands of runs as after a few. */
export function endedRuns(store: Store, most: number): { run: string; tried: Tried[] }[] {
  const ends = store.all<Chained>(`${chained} WHERE type = 'run.finished' ORDER BY run DESC, seq DESC LIMIT ?`, most);
  // A run that went on after its end has ended more than once: the last one tells all.
  return ends
    .filter(({ run }, index) => run !== ends[index - 1]?.run)
    .flatMap((row) => {
      const finished = ofType(recordedIn(row), 'run.finished');
      return finished ? [{ run: row.run, tried: finished.tried ?? [] }] : [];
    });
}

function summaryOf(store: Store, row: RunRow, here: Owner, now: number): RunSummary {
  const first = eventWhere(store, row.run, 'seq = 1');
  const finished = endOf(store, row.run);
  const owner = readable(() => livingOwner(row, here, now));
  return {
    run: row.run,
    request: ofType(first, 'run.started')?.request ?? '',
    created_at: first?.at ?? row.at,
    last_at: row.at,
    events: row.seq,
    exit_code: finished?.exit_code ?? null,
    status: finished?.status ?? null,
    owner: owner === null ? null : nameOf(owner),
    end: finished === null ? null : { ...figuresOf(finished), undone: isUndone(store, finished) },
  };
}

/** The last end of a run, unless it goes on since. */
function endOf(store: Store, run: string): Recorded<EventOf<'run.finished'>> | null {
  const finished = ofType(eventWhere(store, run, `type = 'run.finished'`), 'run.finished');
  const later = finished && eventWhere(store, run, `seq > ${finished.seq} AND type = 'run.resumed'`);
  return ofType(later, 'run.resumed')?.reopened ? null : finished;
}

const isUndone = (store: Store, { run, seq }: Recorded): boolean =>
  eventWhere(store, run, `seq > ${seq} AND type = 'delivery.undone'`) !== null;

function figuresOf({ usd, seconds, attempts, tier, branch, commits }: EventOf<'run.finished'>) {
  return { usd, seconds, attempts, tier, branch, commits };
}

/** The newest such event, checked against the one before it. */
function eventWhere(store: Store, run: string, condition: string): Recorded | null {
  const row = store.get<Chained>(`${chained} WHERE run = ? AND ${condition} ORDER BY seq DESC LIMIT 1`, run);
  return row === undefined ? null : recordedIn(row);
}

/** An event with the check of the one before it. */
type Chained = EventRow & { previous: string | null };
const chained = `SELECT *, (SELECT "check" FROM events AS p WHERE p.run = e.run AND p.seq = e.seq - 1) AS previous
  FROM events AS e`;
const recordedIn = (row: Chained): Recorded | null => readable(() => recordedFrom(row, row.previous ?? origin));

/** One damaged run hides no other: whoever reads or claims it is told. */
function readable<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof StateDamaged)) throw error;
    return null;
  }
}

function ofType<T extends EventType>(event: Recorded | null, type: T): Recorded<EventOf<T>> | null {
  return event?.type === type ? (event as Recorded<EventOf<T>>) : null;
}
