import { matchesAny } from '../code/globs.ts';
import type { TestCase, TestRun } from '../schema/judge/test-run.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import type { Trial } from './trials/trial.ts';

export interface Fix {
  candidate: Candidate;
  trial: Trial;
}

/** What a run says next to the one before it. */
export function trialOf(run: TestRun, before: TestRun, tolerate: string[]): Trial {
  const now = new Map(run.cases.map(({ id, status }) => [id, status]));
  const broken = before.cases.filter(({ id, status }) => status === 'passed' && now.get(id) !== 'passed').length;
  const passed = run.cases.filter(({ status }) => status === 'passed').length;
  return { failing: failingIn(run, tolerate).length + run.errors.length, broken, passed };
}

export function failingIn({ cases }: TestRun, tolerate: string[]): TestCase[] {
  return cases.filter(
    ({ id, file, status }) =>
      (status === 'failed' || status === 'error') && !matchesAny(id, tolerate) && !matchesAny(file, tolerate),
  );
}

/** Whether everything passes that should, and something does at all. */
export const isWhole = ({ failing, broken, passed }: Trial): boolean => failing === 0 && broken === 0 && passed > 0;

/** What a word or sign more costs beside the weight of a template and the suspicion of its place. */
const perWord = 0.02;

/** Low for an edit that is likely where it stands, and small. */
export const costOf = ({ candidate }: Fix, textOf: (path: string) => string): number =>
  perWord * sizeOf(textOf(candidate.path), candidate.edits) - candidate.score;

/** The fewest failing tests first, then the likeliest. */
export function ranked(fixes: readonly Fix[], textOf: (path: string) => string): Fix[] {
  return fixes.toSorted((a, b) => a.trial.failing - b.trial.failing || costOf(a, textOf) - costOf(b, textOf));
}
