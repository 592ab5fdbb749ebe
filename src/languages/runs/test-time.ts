import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Runner } from '../runner.ts';

/**
 * A run with the time of its tests apart from that of builds, the one before it and what its command compiles: a cold
 * compiler says nothing about how long tests take. A runner that knows the time of its tests has told it already.
 */
export function timedApart(
  run: TestRun,
  runner: Pick<Runner, 'compiles'>,
  { duration_ms }: Pick<SandboxResult, 'duration_ms'>,
  before_ms: number,
): TestRun {
  if (run.outcome !== 'ok' || (!runner.compiles && before_ms === 0)) return run;
  const reported_ms = run.cases.reduce((sum, test) => sum + test.duration_ms, 0);
  const knows = !runner.compiles || run.duration_ms < duration_ms;
  const tests_ms = knows ? run.duration_ms : Math.min(run.duration_ms, reported_ms);
  return { ...run, duration_ms: tests_ms, building_ms: before_ms + Math.max(0, duration_ms - tests_ms) };
}

/** What several runs spent on builds. */
export function buildingIn(runs: TestRun[]): Pick<TestRun, 'building_ms'> {
  const times = runs.flatMap(({ building_ms }) => building_ms ?? []);
  return times.length === 0 ? {} : { building_ms: times.reduce((sum, time) => sum + time, 0) };
}
