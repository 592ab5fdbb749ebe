import { clip } from '../../core/clip.ts';
import { silentPart } from '../../languages/reports/report.ts';
import type { Sight } from '../../ports/outside/sight.ts';
import type { FailingTest, TestCase, TestError, TestRun } from '../../schema/judge/test-run.ts';

const most = 5;
/** A secret cut in two is not known as one: more is looked at than is kept. */
const looked = 4000;

export const failedIn = ({ cases }: TestRun): TestCase[] =>
  cases.filter(({ status }) => status === 'failed' || status === 'error');

/** What a person reads first of tests that fail before any change; small enough for an event. */
export function firstFailing(run: TestRun, sight: Pick<Sight, 'text'>): FailingTest[] {
  const outside = run.errors.filter(({ type }) => type !== silentPart);
  const failures = [
    ...failedIn(run).map(({ id, error }) => ({ test: id, error: wordsOf(error) })),
    ...outside.map((error) => ({ test: error.file ?? '(runner)', error: wordsOf(error) })),
  ];
  const brief = (text: string, bytes: number) => clip(sight.text(text.slice(0, looked)), bytes);
  return failures.slice(0, most).map(({ test, error }) => ({ test: brief(test, 250), error: brief(error, 400) }));
}

const wordsOf = (error: TestError | null): string => (error === null ? '' : `${error.type}: ${error.message}`);
