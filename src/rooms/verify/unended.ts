import type { Observation, Ruling } from '../../core/judge/pass-rule.ts';
import { compileErrors } from '../../languages/checks/compile-errors.ts';
import { crashesAnew, endsIn } from '../../languages/reports/crash.ts';
import { hangType, noReport } from '../../languages/reports/report.ts';
import { hangingIn } from '../../languages/runs/hang.ts';
import type { TestError, TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import { countsOf, emptyVerdict, ruled, stageOf, withLastLines } from './verdict.ts';

/** How tests ended that gave no result. */
export function howEnded({ outcome, signal }: Pick<TestRun, 'outcome' | 'signal'>, hanging: string[] = []): string {
  const words: Record<string, string> = {
    timeout: 'the tests did not finish in time',
    crash: `the test runner crashed${signal ? ` (${signal})` : ''}`,
    memory: 'the tests ran out of memory',
    output_limit: 'the tests printed more than the output limit',
    no_report: 'the test runner wrote no readable report',
    cancel: 'the tests were stopped',
  };
  const few = `${hanging.slice(0, 3).join(', ')}${hanging.length > 3 ? ` and ${hanging.length - 3} more` : ''}`;
  return `${words[outcome] ?? outcome}${few === '' ? '' : `: ${few}`}`;
}

/** The verdict on tests that did not finish: never permission to commit. */
export function unended(run: TestRun, baseline: TestRun): BareVerdict {
  const ends = run.outcome === 'no_report' ? endsIn(run) : [];
  const message = ends[0]
    ? `${ends[0].id} ended the test process, so the tests after it did not run`
    : isUnbuilt(run)
      ? 'the build before the tests failed'
      : howEnded(run, hangingIn(run));
  const timeout = run.outcome === 'timeout';
  const { others: all, ...refused } = compileErrors(run);
  const others = ends.length > 0 ? all.filter(({ type }) => type !== noReport) : all;
  return {
    ...emptyVerdict,
    ...refused,
    status: timeout ? 'warning' : 'fail',
    test_failures: (timeout ? run.cases.filter(({ error }) => error?.type === hangType) : ends).flatMap(
      ({ id, file, line, error }) =>
        error ? [{ test: id, error: `${error.type}: ${error.message}`, file, line }] : [],
    ),
    runtime_errors: [
      {
        message:
          ends.length + others.filter(({ file }) => file !== null).length > 0 ? message : withLastLines(message, run),
        file: null,
        line: null,
      },
      ...others.map((error) => ({
        message: error.message,
        file: error.file,
        line: error.line ?? lineIn(error, run, baseline),
      })),
    ],
    findings: [{ kind: 'unended', text: message }],
    confidence: timeout ? 0.3 : 0.8,
    recommendation: timeout || crashesAnew(run, baseline) ? 'escalate_tier' : 'fix_required',
    stopped_at: stageOf(refused) ?? (others.some((error) => error.type === 'BuildError') ? 'build' : 'tests'),
    tests: countsOf(run, [], null),
  };
}

const isUnbuilt = ({ outcome, errors }: TestRun): boolean =>
  outcome === 'no_report' && errors.some(({ type, file }) => type === 'BuildError' && file !== null);

/** The verdict on tests that the change keeps from ending, by name: never permission to commit. */
export function hung(run: TestRun, tests: Observation[], ruling: Ruling, baseline: TestRun): BareVerdict {
  const { findings, test_failures, ...verdict } = ruled(run, tests, ruling, baseline);
  const names = newlyHanging(baseline, run);
  const own = (id: string) => names.includes(id);
  const failures = [
    ...test_failures.filter(({ test }) => own(test)),
    ...test_failures.filter(({ test }) => !own(test)),
  ];
  return {
    ...verdict,
    status: 'warning',
    test_failures: failures,
    findings: [{ kind: 'unended', text: howEnded({ outcome: 'timeout', signal: null }, names) }, ...findings],
    confidence: 0.3,
    recommendation: 'escalate_tier',
    stopped_at: 'tests',
  };
}

/** What does not end now and did before, or was not there. */
export function newlyHanging(baseline: TestRun, run: TestRun): string[] {
  const before = new Set(hangingIn(baseline));
  return hangingIn(run).filter((name) => !before.has(name));
}

/** Whether tests did not end because of the change. */
export const isHung = ({ status, findings }: Pick<BareVerdict, 'status' | 'findings'>): boolean =>
  status === 'warning' && findings.some(({ kind }) => kind === 'unended');

/** Where a file that did not finish was: at the first of its tests that is not heard of, as base knows it. */
function lineIn({ file }: TestError, run: TestRun, baseline: TestRun): number | null {
  const reportedIds = new Set(run.cases.map((test) => test.id));
  return baseline.cases.find((test) => test.file === file && !reportedIds.has(test.id))?.line ?? null;
}
