import type { Class, Observation, Ruling } from '../../core/judge/pass-rule.ts';
import { compileErrors } from '../../languages/checks/compile-errors.ts';
import { crashesAnew, endOf } from '../../languages/reports/crash.ts';
import { lastLines } from '../../languages/runs/fitness.ts';
import { type FileChange, mostChangedFiles } from '../../ports/outside/repo.ts';
import type { Finding } from '../../schema/judge/finding.ts';
import type { TestCase, TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict, Verdict } from '../../schema/judge/verdict.ts';

export const emptyVerdict: BareVerdict = {
  status: 'fail',
  syntax_errors: [],
  import_errors: [],
  test_failures: [],
  runtime_errors: [],
  findings: [],
  confidence: 0.95,
  recommendation: 'fix_required',
  stopped_at: null,
  duration_ms: 0,
  tests: { total: 0, passed: 0, failed: 0, errors: 0, skipped: 0, fixed: 0, broken: 0, preexisting: 0, flaky: 0 },
  coverage: null,
  slower: [],
  control: 'none',
  integrity: [],
};

/** The verdict on a change of more files than can be looked at. */
export function tooMany(changes: FileChange[]): BareVerdict {
  const counts = new Map<string, number>();
  for (const { path } of changes) {
    const folder = path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : '';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const where = most?.[0] ? `, most of them in ${most[0]}` : '';
  const text = `too many files: the change touches more than ${mostChangedFiles} files${where}; remove those that do not belong to it`;
  return { ...emptyVerdict, stopped_at: 'rule', findings: [{ kind: 'too_many_files', text }] };
}

/** The verdict on files that do not parse. */
export function unparsed(syntax_errors: Verdict['syntax_errors']): BareVerdict {
  const many = new Set(syntax_errors.map((error) => error.file)).size >= 3;
  return {
    ...emptyVerdict,
    stopped_at: 'syntax',
    syntax_errors,
    recommendation: many ? 'escalate_tier' : 'fix_required',
  };
}

/** The verdict on a test run that finished. */
export function ruled(run: TestRun, tests: Observation[], ruling: Ruling, baseline: TestRun): BareVerdict {
  const { others, ...refused } = compileErrors(run);
  const ran = run.cases.length > 0 || run.errors.length > 0 ? 'tests' : 'rule';
  return {
    ...emptyVerdict,
    status: ruling.pass ? 'pass' : 'fail',
    ...refused,
    test_failures: failuresOf(run, tests, ruling, baseline),
    runtime_errors: others.map(({ message, file, line }) => ({
      message: file === null && !namesTest(run) ? withLastLines(message, run) : message,
      file,
      line,
    })),
    findings: [...ruling.findings, ...flakyOf(run, ruling), ...ruling.breaches],
    confidence: ruling.confidence,
    recommendation: ruling.pass ? 'pass_to_commit' : crashesAnew(run, baseline) ? 'escalate_tier' : 'fix_required',
    stopped_at: ruling.pass ? null : (stageOf(refused) ?? ran),
    tests: countsOf(run, tests, ruling),
  };
}

const namesTest = ({ cases }: TestRun): boolean => cases.some(({ error }) => error !== null);

/** Where no test or file is named, what the runner said last is all that there is to go by. */
export function withLastLines(message: string, run: TestRun): string {
  const tail = lastLines(run);
  return tail === '' ? message : `${message}. Its last lines: ${tail}`;
}

/** Where a compiler stopped it. */
export function stageOf({ syntax_errors, import_errors }: Pick<Verdict, 'syntax_errors' | 'import_errors'>) {
  if (syntax_errors.length > 0) return 'syntax';
  return import_errors.length > 0 ? 'imports' : null;
}

const failing: Class[] = ['broken', 'unmet', 'failing_new'];

function failuresOf(run: TestRun, tests: Observation[], ruling: Ruling, baseline: TestRun): Verdict['test_failures'] {
  const failed = tests.filter(({ id, of }) => {
    const is = ruling.classes.get(id);
    return of === 'test' && is !== undefined && failing.includes(is);
  });
  if (failed.length === 0) return [];
  const cases = new Map(run.cases.map((test) => [test.id, test]));
  const before = new Map(baseline.cases.map((test) => [test.id, test]));
  // What failed by itself comes before what was kept from running by it.
  failed.sort((one, other) => Number(!cases.has(one.id)) - Number(!cases.has(other.id)));
  return failed.map((test) => {
    const result = cases.get(test.id);
    const error = result?.error
      ? `${result.error.type}: ${result.error.message}`
      : test.now === 'skipped'
        ? 'the test is skipped'
        : missing(before.get(test.id), run);
    return {
      test: test.id,
      error,
      file: result?.error?.file ?? (result ?? before.get(test.id))?.file ?? null,
      line: result?.error?.line ?? result?.line ?? before.get(test.id)?.line ?? null,
    };
  });
}

/** Why a test of base has no result. */
function missing(test: TestCase | undefined, run: TestRun): string {
  const end = test && endOf(test, run);
  if (!end)
    return test && unloaded(test, run) ? 'it did not run, because the code has errors' : 'the test no longer exists';
  return `it did not finish, because ${end} ended the test process`;
}

/** Whether its file, or one that is compiled with it, has an error. */
function unloaded({ file }: TestCase, run: TestRun): boolean {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const { syntax_errors, import_errors } = compileErrors(run);
  const near = run.errors.some((error) => error.file !== null && folder(error.file) === folder(file));
  return near || syntax_errors.length + import_errors.length > 0;
}

function flakyOf(run: TestRun, { classes }: Ruling): Finding[] {
  const flaky = run.cases.filter((test) => classes.get(test.id) === 'flaky');
  return flaky.map((test) => {
    const { id, error } = test;
    const [file, line] = [error?.file ?? test.file, error?.line ?? test.line ?? 1];
    const text = `${file}:${line}: ${id} failed once and passed when run again; this is unrelated to the change`;
    return { kind: 'flaky', file, line, test: id, text };
  });
}

export function countsOf(run: TestRun, tests: Observation[], ruling: Ruling | null): Verdict['tests'] {
  const status = (name: string) => run.cases.filter((test) => test.status === name).length;
  const classes = tests.filter(({ of }) => of === 'test').map(({ id }) => ruling?.classes.get(id));
  const is = (name: Class) => classes.filter((each) => each === name).length;
  return {
    total: run.cases.length,
    passed: status('passed'),
    failed: status('failed'),
    errors: status('error') + run.errors.length,
    skipped: status('skipped'),
    fixed: is('fixed'),
    broken: is('broken'),
    preexisting: is('preexisting'),
    flaky: is('flaky'),
  };
}
