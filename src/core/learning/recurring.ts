import type { StoredExecution } from '../../schema/run/execution.ts';

/** So often a change of a file must have broken a test for a reviewer to be told. */
const leastTimes = 3;
const most = 5;

/** What changes of these files have broken before, in sentences, the most frequent first. */
export function recurringBreaks(executions: StoredExecution[], files: readonly string[]): string[] {
  const breaks = new Map<string, { file: string; test: string; times: number }>();
  for (const { change, failures } of executions) {
    const broken = new Set(failures.filter((failure) => failure.broken).map(({ test_name }) => test_name));
    for (const file of change.files.filter((path) => files.includes(path))) {
      for (const test of broken) {
        const name = JSON.stringify([file, test]);
        breaks.set(name, { file, test, times: (breaks.get(name)?.times ?? 0) + 1 });
      }
    }
  }
  return [...breaks.values()]
    .filter(({ times }) => times >= leastTimes)
    .sort((a, b) => b.times - a.times)
    .slice(0, most)
    .map(({ file, test, times }) => `changes to ${file} have broken "${test}" ${times} times before`);
}
