import { periodStart } from '../core/learning/period.ts';
import { ConfigError } from '../ports/errors.ts';
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
  if (before === null) throw new ConfigError(`'${period}' must be a period such as 30d, 24h or 2w, or a date`);
  const journal = await parts.journal();
  const all = await journal.runs();
  const old = all.filter(({ last_at }) => Date.parse(last_at) < before);
  const ended = old.filter(({ exit_code, owner }) => exit_code !== null && owner === null);
  const cleaned: Cleaned = { removed: [], kept: [], bytes: 0 };
  cleaned.kept.push(...old.filter((run) => !ended.includes(run)).map(({ run }) => run));
  for (const { run } of ended) {
    cleaned.bytes += (await parts.remove(run)) + (await (await parts.reports()).remove(run));
    for (const { ref, sha } of (await loadState(journal, run)).landing.backups)
      await parts.repo.dropRef(await parts.target(), ref, sha);
    await journal.remove(run);
    cleaned.removed.push(run);
  }
  // While somebody works, blobs are written before the events that name them.
  if (ended.length > 0 && all.every(({ owner }) => owner === null)) {
    const used = await usedBlobs(journal);
    cleaned.bytes += await (await parts.blobs()).sweep((digest) => used.has(digest));
    cleaned.bytes += await journal.compact();
  }
  return cleaned;
}

async function usedBlobs(journal: Journal): Promise<Set<string>> {
  const used = new Set<string>();
  for (const { run } of await journal.runs())
    for await (const event of journal.read(run))
      for (const [digest] of JSON.stringify(event).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(digest);
  return used;
}
