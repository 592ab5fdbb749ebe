import { buildingIn } from '../../../languages/runs/test-time.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';

/**
 * Base's tests and, run apart, the added ones, as one run. A run with added tests may say more of its own and worse of
 * base's tests, never better. Of files that `grown` names, base's tests must be in both.
 */
export function joined(own: TestRun, apart: TestRun, grown: string[] = []): TestRun {
  const others = new Map(apart.cases.map((test) => [test.id, test]));
  const ids = new Set(own.cases.map((test) => test.id));
  const cases = own.cases.flatMap((test) => {
    const other = others.get(test.id);
    if (grown.includes(test.file) && (!other || other.status === 'skipped')) return other ? [other] : [];
    return test.status === 'passed' && (other?.status === 'failed' || other?.status === 'error') ? [other] : [test];
  });
  const touched = own.touched && apart.touched ? [...new Set([...own.touched, ...apart.touched])] : own.touched;
  return {
    ...own,
    outcome: apart.outcome,
    cases: [...cases, ...apart.cases.filter((test) => !ids.has(test.id))],
    errors: [...own.errors, ...apart.errors],
    duration_ms: own.duration_ms + apart.duration_ms,
    ...buildingIn([own, apart]),
    exit_code: own.exit_code === 0 ? apart.exit_code : own.exit_code,
    signal: own.signal ?? apart.signal,
    output_tail: apart.outcome === 'ok' ? own.output_tail : apart.output_tail,
    ...(touched && { touched }),
  };
}
