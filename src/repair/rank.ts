import { matchesAny } from '../code/globs.ts';
import type { TestCase, TestRun } from '../schema/judge/test-run.ts';
import { type Candidate, sizeOf } from './candidate.ts';

/** What a run says next to the one before it. */
export interface Standing {
  /** Tests and files that do not pass, besides what may go on failing. */
  failing: number;
  /** Tests that passed and do not now. */
  broken: number;
}

export interface Found {
  candidate: Candidate;
  run: TestRun;
  standing: Standing;
}

export function standingOf(run: TestRun, before: TestRun, tolerate: string[]): Standing {
  const now = new Map(run.cases.map(({ id, status }) => [id, status]));
  const broken = before.cases.filter(({ id, status }) => status === 'passed' && now.get(id) !== 'passed').length;
  return { failing: failingIn(run, tolerate).length + run.errors.length, broken };
}

export function failingIn({ cases }: TestRun, tolerate: string[]): TestCase[] {
  return cases.filter(
    ({ id, file, status }) =>
      (status === 'failed' || status === 'error') && !matchesAny(id, tolerate) && !matchesAny(file, tolerate),
  );
}

/** Whether everything passes that should, and something does at all. */
export const isWhole = ({ run, standing }: Found): boolean =>
  standing.failing === 0 && standing.broken === 0 && run.cases.some(({ status }) => status === 'passed');

/** The fewest failing tests first, then the smallest edit, then the most suspicious place. */
export function ranked(found: readonly Found[], textOf: (path: string) => string): Found[] {
  const size = ({ candidate }: Found) => sizeOf(textOf(candidate.path), candidate.edits);
  return found.toSorted(
    (a, b) => a.standing.failing - b.standing.failing || size(a) - size(b) || b.candidate.score - a.candidate.score,
  );
}
