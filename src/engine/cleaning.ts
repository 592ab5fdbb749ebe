import { periodStart } from '../core/learning/period.ts';
import type { RunState } from '../core/run/run-state.ts';
import { ConfigError, StateDamaged } from '../ports/errors.ts';
import type { Journal } from '../ports/state/journal.ts';
import { loadState } from './load.ts';
import type { Wiring } from './wiring.ts';

export interface Cleaned {
  removed: string[];
  /** Runs that have not ended. */
  kept: string[];
  bytes: number;
}

type Parts = Pick<Wiring, 'journal' | 'trust' | 'remove' | 'blobs' | 'reports' | 'clock' | 'repo' | 'target'>;

/** Removes the private clones of a repository's runs that have ended; journals and reports stay. */
export async function clean({ journal, trust, remove }: Pick<Parts, 'journal' | 'trust' | 'remove'>): Promise<Cleaned> {
  const cleaned: Cleaned = { removed: [], kept: [], bytes: 0 };
  for (const { run, exit_code, owner } of await (await journal()).runs()) {
    if (!(await trust.load(run))) continue;
    if (exit_code === null || owner !== null) cleaned.kept.push(run);
    else {
      cleaned.bytes += await remove(run);
      cleaned.removed.push(run);
    }
  }
  return cleaned;
}

/**
 * Removes all that is kept of runs that ended before a period: clone, events, reports, blobs of no other run, and the
 * references that keep where branches were.
 */
export async function forget(parts: Parts, period: string): Promise<Cleaned> {
  const before = /^\d/.test(period) ? periodStart(period, parts.clock.now()) : null;
  if (before === null)
    throw new ConfigError(`--older-than takes a period such as 30d, 24h or 2w, or a date, not '${period}'`);
  const journal = await parts.journal();
  const all = await journal.runs();
  const old = all.filter(({ last_at }) => Date.parse(last_at) < before);
  const ended = old.filter(({ exit_code, owner }) => exit_code !== null && owner === null);
  const cleaned: Cleaned = { removed: [], kept: [], bytes: 0 };
  cleaned.kept.push(...old.filter((run) => !ended.includes(run)).map(({ run }) => run));
  let damaged: StateDamaged | null = null;
  for (const { run } of ended) {
    const backups = await backupsOf(journal, run);
    if (backups instanceof StateDamaged) {
      damaged ??= backups;
      continue;
    }
    cleaned.bytes += (await parts.remove(run)) + (await (await parts.reports()).remove(run));
    for (const { ref, sha } of backups) await parts.repo.dropRef(await parts.target(), ref, sha);
    await journal.remove(run);
    cleaned.removed.push(run);
  }
  // All of a run that cannot be read stays, and with it the blobs, since nobody knows which of them it names.
  if (damaged !== null) throw damaged;
  if (cleaned.removed.length > 0) cleaned.bytes += await compacted(parts, journal);
  return cleaned;
}

async function backupsOf(journal: Journal, run: string): Promise<RunState['landing']['backups'] | StateDamaged> {
  try {
    return (await loadState(journal, run)).landing.backups;
  } catch (error) {
    if (error instanceof StateDamaged) return error;
    throw error;
  }
}

/** Removes what no event names any more. While somebody works, blobs are written before the events that name them. */
async function compacted(parts: Parts, journal: Journal): Promise<number> {
  const used = await usedBlobs(journal);
  if ((await journal.runs()).some(({ owner }) => owner !== null)) return 0;
  const swept = await (await parts.blobs()).sweep((digest) => used.has(digest));
  return swept + (await journal.compact());
}

async function usedBlobs(journal: Journal): Promise<Set<string>> {
  const used = new Set<string>();
  for (const { run } of await journal.runs())
    for await (const event of journal.read(run))
      for (const [digest] of JSON.stringify(event).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(digest);
  return used;
}
