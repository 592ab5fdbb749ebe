import { metricsOf } from '../../core/learning/metrics.ts';
import { periodStart } from '../../core/learning/period.ts';
import { factsOf, type RunFacts } from '../../core/run/run-facts.ts';
import { ConfigError, StateDamaged } from '../../ports/errors.ts';
import type { Journal } from '../../ports/state/journal.ts';
import type { Recorded } from '../../schema/run/event.ts';
import type { Metrics, MetricsOptions } from '../../schema/run/metrics.ts';

/** The metrics of the runs whose last event is in the period. Damaged runs are named and left out. */
export async function measure(journal: Journal, now: number, { since = '30d' }: MetricsOptions): Promise<Metrics> {
  const from = periodStart(since, now);
  if (from === null)
    throw new ConfigError(`--since takes a period such as 7d or 24h, or a date such as 2026-11-01, not '${since}'`);
  const facts: RunFacts[] = [];
  const damaged: Metrics['runs']['damaged'] = [];
  for (const { run, last_at, events } of await journal.runs()) {
    // What cannot be dated is looked at: it is damaged, and that is said.
    if (events === 0 || Date.parse(last_at) < from) continue;
    try {
      facts.push(factsOf(await whole(journal, run)));
    } catch (error) {
      if (!(error instanceof StateDamaged)) throw error;
      damaged.push({ run, reason: error.message });
    }
  }
  return metricsOf(facts, { since: from, until: now, damaged });
}

async function whole(journal: Journal, run: string): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of journal.read(run)) events.push(event);
  return events;
}
