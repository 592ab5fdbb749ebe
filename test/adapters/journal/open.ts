import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import type { Owner } from '../../../src/adapters/journal/owner.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Point } from '../../../src/ports/point.ts';
import type { Journal } from '../../../src/ports/state/journal.ts';
import { handClock } from '../../support/clock.ts';

export const stateIn = (target: string) => join(target, 'state');

/** A journal that is closed with the test. */
export async function journalIn(
  target: string,
  { clock = handClock(), owner, point = () => undefined }: { clock?: Clock; owner?: Owner; point?: Point } = {},
): Promise<Journal> {
  const journal = await openJournal({ state_dir: stateIn(target), clock, point, ...(owner ? { owner } : {}) });
  onTestFinished(() => journal.close());
  return journal;
}
