import { attemptWords } from '../../../../schema/judge/review.ts';
import type { Attempt, TaskModel } from './shape.ts';

export type Tone = 'pass' | 'fail' | 'warning' | 'busy' | 'none';

/** An arc from an attempt back to the one that it repeats. */
export interface Loop {
  from: number;
  to: number;
  kind: string;
}

const kinds: Record<string, string> = {
  same_state: 'same tree',
  same_failure: 'same failure',
  cycle: 'in circles',
  same_intent: 'same change in other words',
};

export function toneOf(attempt: Attempt): Tone {
  const { finished, judged, reviews } = attempt;
  const last = reviews.at(-1);
  if (judged?.verdict.status === 'pass') return last && last.decision !== 'approve' ? 'warning' : 'pass';
  if (judged) return judged.verdict.status;
  if (!finished) return 'busy';
  return finished.ended === 'finished' ? 'busy' : 'none';
}

/** One word for it. */
export function outcomeOf(attempt: Attempt, alive: boolean): string {
  const tone = toneOf(attempt);
  if (tone === 'busy') {
    if (!alive) return attempt.finished ? 'not judged' : 'cut off';
    return attempt.finished ? 'being judged' : 'working';
  }
  if (tone === 'none') return (attempt.finished?.ended ?? 'ended').replaceAll('_', ' ');
  return attemptWords(attempt.judged?.verdict.status ?? tone, attempt.reviews.at(-1)?.decision);
}

/** An attempt whose first call was not made has no steps to report. */
export function noSteps(selected: Pick<Attempt, 'finished'> | null): string {
  if (!selected?.finished) return 'No step yet.';
  return selected.finished.ended === 'unavailable'
    ? 'No step was made: the developer could not work.'
    : 'No steps were recorded: this developer does not report them.';
}

/** Failing tests; null where nothing was counted. */
export function failingOf({ judged }: Attempt): number | null {
  return judged === null ? null : judged.verdict.tests.failed + judged.verdict.tests.errors;
}

/** Which attempts repeat which, as trees, failures and intents tell. */
export function loopsOf({ attempts }: Pick<TaskModel, 'attempts'>): Loop[] {
  return attempts.flatMap((attempt, from) => {
    if (!attempt.loop) return [];
    const before = attempts.slice(0, from);
    const same = (at: Attempt): boolean =>
      equal(at.finished?.tree, attempt.finished?.tree) ||
      equal(at.judged?.signature, attempt.judged?.signature) ||
      equal(at.finished?.fingerprint, attempt.finished?.fingerprint);
    const to = before.findLastIndex(same);
    return [{ from, to: to === -1 ? Math.max(0, from - 1) : to, kind: kinds[attempt.loop.kind] ?? attempt.loop.kind }];
  });
}

const equal = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a !== null && a !== undefined && a !== '' && a === b;

/** The ladder from top to bottom: the strongest first. Tiers that attempts name and the policy does not come last. */
export function lanesOf(task: Pick<TaskModel, 'attempts'>, tiers: { name: string }[]): string[] {
  const named = tiers.map(({ name }) => name);
  const others = task.attempts.map(({ tier }) => tier).filter((tier) => !named.includes(tier));
  return [...named.toReversed(), ...new Set(others)];
}
