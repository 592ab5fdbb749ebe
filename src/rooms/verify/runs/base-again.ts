import type { TestRun } from '../../../schema/judge/test-run.ts';

/** What a person waits for to learn that a test is moody. */
const patience_ms = 60_000;

/**
 * Base's tests once more, for those that changed their mind. Alone a test may have all the time that it lacks beside the
 * others: where none fails by itself, they run twice more as they did when it failed, as far as that takes no minute.
 */
export async function baseAgain(
  moody: ReadonlySet<string>,
  run: (part: 'alone' | 'together') => Promise<TestRun>,
): Promise<TestRun> {
  const failing = ({ cases }: TestRun) =>
    cases.filter(({ id, status }) => moody.has(id) && (status === 'failed' || status === 'error'));
  let result = await run('alone');
  let spent_ms = 0;
  for (let times = 0; times < 2 && failing(result).length === 0 && spent_ms < patience_ms; times += 1) {
    result = await run('together');
    spent_ms += result.duration_ms + (result.building_ms ?? 0);
  }
  return result;
}
