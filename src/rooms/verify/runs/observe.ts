import { matchesAny } from '../../../code/globs.ts';
import type { Observation, TestState } from '../../../core/judge/pass-rule.ts';
import { hangType, silentPart } from '../../../languages/reports/report.ts';
import type { TestCase, TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';

export interface Runs {
  base: TestRun;
  now: TestRun;
  /** What failed, run once more; null when nothing was. */
  again: TestRun | null;
  /** The same tests once more on base. */
  base_again: TestRun | null;
  /** The added test files on base: where a new test fails, it proves something. */
  proof: TestRun | null;
  /** Ids of existing tests that the change makes stricter: as it has them they fail on base, each time. */
  stricter: ReadonlySet<string>;
  /** Where tests have no names: whether base fails with the tests of the change; absent: nobody looked. */
  fails_without?: boolean;
  /** Whether a test was taken out of a file that a person opened, told from the text of the file. */
  takenOut: (test: TestIdentity) => boolean;
  /** The test files that the change can affect; null: any. */
  affected: string[] | null;
}

/** What each test was and is, file by file where a whole file does not load. */
export function observe(
  runs: Runs,
  changedTests: string[],
  tolerate: string[],
  isTarget: (test: TestIdentity) => boolean,
): Observation[] {
  const states = (run: TestRun | null) => (run ? statesOf(run) : null);
  const [base, now] = [statesOf(runs.base), statesOf(runs.now)];
  const [again, baseAgain] = [states(runs.again), states(runs.base_again)];
  const changed = new Set(changedTests);
  const all = new Map(base);
  for (const [id, test] of now) all.set(id, test);
  const loads = areHeardAnew(runs);
  // There may be a hundred thousand tests: no copies here.
  const observed = [...all.values()].map((test): Observation => {
    const { id, file, names, of } = test;
    const before = stateIn(base, test);
    const present = of === 'file' && before === 'failing' && loads ? stateAfter(now, test) : stateIn(now, test);
    return {
      id,
      file,
      names,
      of,
      base: before,
      now: present,
      again: again && present === 'failing' ? stateIn(again, test) : null,
      flips_on_base: baseAgain !== null && !['absent', before].includes(stateIn(baseAgain, test)),
      removed: before !== 'absent' && present === 'absent' && runs.takenOut(test),
      untouched: runs.affected !== null && file !== '' && !runs.affected.includes(file),
      // Where a report names no files: nothing but the added tests was run on base.
      fails_on_base:
        runs.stricter.has(id) ||
        (before === 'absent' && (changed.has(file) || file === '') && failsIn(runs.proof, test)),
      target: before === 'failing' && isTarget(test),
      tolerated: tolerate.length > 0 && (matchesAny(id, tolerate) || matchesAny(file || suiteOf(test), tolerate)),
    };
  });
  return runs.fails_without ? [...observed, withNewTests] : observed;
}

/** Where a report names no files: whether tests are heard of that base's files, which did not load, kept from running. */
function areHeardAnew({ base, now }: Runs): boolean {
  if (now.cases.some(({ file }) => file !== '')) return false;
  const ids = new Set(base.cases.map(({ id }) => id));
  return now.cases.some(({ id, status }) => status === 'passed' && !ids.has(id));
}

/** Of a file that did not load: it does, where nothing says that it does not. */
const stateAfter = (states: States, test: Observed): TestState => states.get(test.id)?.state ?? 'passed';

/** What new tests show where only an exit code tells: they are one test, which base does not have and fails. */
const withNewTests: Observation = {
  ...{ id: '(command, with the new tests)', file: '', names: ['(command, with the new tests)'], of: 'runner' },
  ...{ base: 'absent', now: 'passed', again: null, fails_on_base: true },
  ...{ flips_on_base: false, removed: false, untouched: false, target: false, tolerated: false },
};

/** Where a report names no file, its suite is what a person can name. */
const suiteOf = ({ names }: TestIdentity): string => (names.length > 1 ? (names[0] ?? '') : '');

/** Whether a test that base does not have fails there: by itself, because its file does not load, or by taking all down. */
function failsIn(proof: TestRun | null, test: Observed): boolean {
  if (proof === null) return false;
  if (proof.outcome === 'timeout' || proof.outcome === 'crash') return true;
  const states = statesOf(proof);
  const state = stateIn(states, test);
  const fails = (file: string | null) => stateIn(states, loading(file)) === 'failing';
  // Nothing but the added tests was run: a runner that fails was taken down by them.
  const isTakenDown = fails(test.file) || fails(null) || hangsIn(proof, test.file);
  return state === 'failing' || (state === 'absent' && isTakenDown);
}

/** Whether a test of a file did not end: whatever comes behind it was not run. */
const hangsIn = ({ cases }: TestRun, file: string): boolean =>
  cases.some((test) => test.file === file && test.error?.type === hangType);

/** The tests that pass on base, and fail there as a change has them. */
export function stricterIn(base: TestRun, proof: TestRun, files: string[]): string[] {
  const before = statesOf(base);
  const failing = [...statesOf(proof).values()].filter(({ of, state }) => of === 'test' && state === 'failing');
  return failing.filter((test) => files.includes(test.file) && stateIn(before, test) === 'passed').map(({ id }) => id);
}

/**
 * The test files whose failure may be chance, because they fail now but not on base. Null: for some of them the file is
 * unknown.
 */
export function doubtful(base: TestRun, now: TestRun): string[] | null {
  const fails = [...statesOf(now).values()].filter(({ of, state }) => of !== 'runner' && state === 'failing');
  if (fails.length === 0) return [];
  const before = statesOf(base);
  const failing = fails.filter((test) => stateIn(before, test) !== 'failing');
  return failing.some(({ file }) => file === '') ? null : [...new Set(failing.map(({ file }) => file))];
}

/** What a run says about these files alone. */
export function within(run: TestRun, files: string[]): TestRun {
  const chosen = new Set(files);
  return {
    ...run,
    cases: run.cases.filter((test) => chosen.has(test.file)),
    errors: run.errors.filter((error) => error.file === null || chosen.has(error.file)),
  };
}

/**
 * The time for running some tests in addition to the suite: 0.3 s or 3% of the suite, less the start-up time of a run.
 */
export const spareTime = (baseline: TestRun): number => Math.max(300, baseline.duration_ms * 0.03) - 150;

/** How long the tests of these files took; of all, where none are named. */
export function tookIn(run: TestRun, files: string[] | null): number {
  if (files === null) return run.duration_ms;
  return within(run, files).cases.reduce((sum, test) => sum + test.duration_ms, 0);
}

type Observed = TestIdentity & Pick<Observation, 'of'>;
type States = Map<string, Observed & { state: TestState }>;

function statesOf(run: TestRun): States {
  const states: States = new Map();
  const record = (test: Observed, state: TestState) => states.set(test.id, { ...test, state });
  const files = new Set<string>();
  for (const test of run.cases) {
    const { id, file, names } = test;
    files.add(file);
    states.set(id, { id, file, names, of: 'test', state: stateOf(test) });
  }
  for (const file of files) record(loading(file), 'passed');
  // A part that says nothing says nothing about the change: the verdict tells that nobody looked.
  for (const error of run.errors) if (error.type !== silentPart) record(loading(error.file), 'failing');
  return states;
}

/** A file that does not load is observed like a test of its own, so that loading again counts as fixed. */
const loading = (file: string | null): Observed =>
  file
    ? { id: `${file} > (loads)`, file, names: ['(loads)'], of: 'file' }
    : { id: '(runner)', file: '', names: ['(runner)'], of: 'runner' };
/** A runner that is not said to fail works. */
const stateIn = (states: States, { id, of }: Observed): TestState =>
  states.get(id)?.state ?? (of === 'runner' ? 'passed' : 'absent');

function stateOf(test: TestCase): TestState {
  if (test.status === 'passed' || test.status === 'skipped') return test.status;
  return 'failing';
}

/**
 * What loading and collecting a file takes, beyond what any run takes to begin: more than its tests, in some suites. Some
 * runners take it for each test; others, which compile, for each file, however few tests it has.
 */
export function loadingTime({ cases, duration_ms }: TestRun): (file: string) => number {
  const counts = new Map<string, number>();
  for (const { file } of cases) counts.set(file, (counts.get(file) ?? 0) + 1);
  const besides = Math.max(0, duration_ms - cases.reduce((sum, test) => sum + test.duration_ms, 0) - 1000);
  return (file) => besides * Math.max((counts.get(file) ?? 0) / cases.length, 1 / counts.size);
}
