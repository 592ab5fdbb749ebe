import { matchesAny } from '../../../code/globs.ts';
import type { Observation, TestState } from '../../../core/judge/pass-rule.ts';
import type { TestCase, TestRun } from '../../../schema/test-run.ts';

export interface Runs {
  base: TestRun;
  now: TestRun;
  /** What failed, run once more; null when nothing was. */
  again: TestRun | null;
  /** The same tests once more on base. */
  base_again: TestRun | null;
  /** The added test files on base: where a new test fails, it proves something. */
  proof: TestRun | null;
  /** Whether a test was taken out of a file that a person opened, told from the text of the file. */
  takenOut: (id: string) => boolean;
  /** The test files that the change can affect; null: any. */
  affected: string[] | null;
}

/** What each test was and is, file by file where a whole file does not load. */
export function observe(runs: Runs, changedTests: string[], tolerate: string[]): Observation[] {
  const states = (run: TestRun | null) => (run ? statesOf(run) : null);
  const [base, now] = [statesOf(runs.base), statesOf(runs.now)];
  const [again, baseAgain] = [states(runs.again), states(runs.base_again)];
  const ids = new Set([...base.keys(), ...now.keys()]);
  const changed = new Set(changedTests);
  return [...ids].map((id) => {
    const before = stateIn(base, id);
    const file = fileOf(id);
    return {
      id,
      base: before,
      now: stateIn(now, id),
      again: again && stateIn(now, id) === 'failing' ? stateIn(again, id) : null,
      flips_on_base: baseAgain !== null && !['absent', before].includes(stateIn(baseAgain, id)),
      removed: before !== 'absent' && stateIn(now, id) === 'absent' && runs.takenOut(id),
      untouched: runs.affected !== null && file !== '' && !runs.affected.includes(file),
      fails_on_base: before === 'absent' && changed.has(file) && failsIn(runs.proof, id),
      tolerated: matchesAny(id, tolerate) || matchesAny(file, tolerate),
    };
  });
}

/** Whether a test that base does not have fails there: by itself, because its file does not load, or by taking all down. */
function failsIn(proof: TestRun | null, id: string): boolean {
  if (proof === null) return false;
  if (proof.outcome === 'timeout' || proof.outcome === 'crash') return true;
  const states = statesOf(proof);
  const state = stateIn(states, id);
  return state === 'failing' || (state === 'absent' && stateIn(states, loading(fileOf(id))) === 'failing');
}

/** The test files whose failure may be chance: what failed now but not on base. */
export function doubtful(base: TestRun, now: TestRun): string[] {
  const before = statesOf(base);
  const failing = [...statesOf(now)].filter(([id, state]) => state === 'failing' && stateIn(before, id) !== 'failing');
  return [...new Set(failing.map(([id]) => fileOf(id)).filter((file) => file !== ''))];
}

/** What a run says about these files alone. */
export function within(run: TestRun, files: string[]): TestRun {
  const named = new Set(files);
  return {
    ...run,
    cases: run.cases.filter((test) => named.has(test.file)),
    errors: run.errors.filter((error) => error.file === null || named.has(error.file)),
  };
}

/** What may be spent on a run of some tests besides the suite: 0.3 s or 3% of the suite, less what any run takes to begin. */
export const spareTime = (baseline: TestRun): number => Math.max(300, baseline.duration_ms * 0.03) - 150;

/** How long the tests of these files took; of all, where none are named. */
export function tookIn(run: TestRun, files: string[] | null): number {
  if (files === null) return run.duration_ms;
  return within(run, files).cases.reduce((sum, test) => sum + test.duration_ms, 0);
}

function statesOf(run: TestRun): Map<string, TestState> {
  const states = new Map<string, TestState>(run.cases.map((test) => [test.id, stateOf(test)]));
  const files = new Set(run.cases.map((test) => test.file));
  for (const file of files) states.set(loading(file), 'passed');
  for (const error of run.errors) states.set(loading(error.file), 'failing');
  return states;
}

/** A file that does not load is observed like a test of its own, so that loading again counts as fixed. */
const loading = (file: string | null): string => (file ? `${file} > (loads)` : theRunner);
const theRunner = '(runner)';
export const fileOf = (id: string): string => (id.includes(' > ') ? (id.split(' > ')[0] ?? '') : '');
/** A runner that is not said to fail works. */
const stateIn = (states: Map<string, TestState>, id: string): TestState =>
  states.get(id) ?? (id === theRunner ? 'passed' : 'absent');

function stateOf(test: TestCase): TestState {
  if (test.status === 'passed' || test.status === 'skipped') return test.status;
  return 'failing';
}
