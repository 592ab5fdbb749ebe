import type { Verdict } from '../../src/schema/judge/verdict.ts';
import type { EventOf } from '../../src/schema/run/event.ts';

const noTests = {
  total: 0,
  passed: 0,
  failed: 0,
  errors: 0,
  skipped: 0,
  fixed: 0,
  broken: 0,
  preexisting: 0,
  flaky: 0,
};

type Changes = Partial<Omit<Verdict, 'tests'>> & { tests?: Partial<Verdict['tests']> };

/** A verdict with nothing in it but its status and what a test says. */
export function verdictWith({ tests, ...changes }: Changes = {}): Verdict {
  const status = changes.status ?? 'fail';
  return {
    status,
    syntax_errors: [],
    import_errors: [],
    test_failures: [],
    runtime_errors: [],
    warnings: [],
    confidence: 0.95,
    recommendation: status === 'pass' ? 'pass_to_commit' : 'fix_required',
    stopped_at: status === 'pass' ? null : 'tests',
    duration_ms: 5,
    coverage: null,
    slower: [],
    control: 'none',
    integrity: [],
    ...changes,
    tests: { ...noTests, ...tests },
  };
}

/** The event around a verdict. */
export function judgement(
  verdict: Changes,
  changes: Partial<Omit<EventOf<'verdict.reached'>, 'verdict'>> = {},
): EventOf<'verdict.reached'> {
  const whole = verdictWith(verdict);
  return {
    type: 'verdict.reached',
    task: 't1',
    attempt: 1,
    verdict: whole,
    judged_tree: 'tree-1',
    signature: whole.status === 'pass' ? null : 'sig-1',
    crashed: false,
    hung: false,
    run_ref: 'a'.repeat(64),
    ...changes,
  };
}
