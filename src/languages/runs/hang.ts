import type { SandboxResult, Stall } from '../../ports/outside/sandbox.ts';
import type { ScopePath } from '../../schema/code/path.ts';
import type { TestCase, TestError, TestRun } from '../../schema/judge/test-run.ts';
import { hangType, plainError, testAt, unfinishedType } from '../reports/report.ts';
import type { Runner, Running } from '../runner.ts';

/** A file may take longer than a test: loading it may compile it. */
const forFile = 4;

/** Once a test had no end, others are waited for only as long as those that did end suggest; in seconds. */
const shortest = 3;
const forOthers = 10;

/** What a command is started with. */
export interface Round {
  leftOut: Running[];
  /** Several tests may be the one that does not end: which it is has to be told. */
  closer: boolean;
  stall?: Stall;
}

interface Patience {
  mount_at: string;
  only: ScopePath[] | null;
  /** How long a test may be silent. */
  seconds: number;
  /** What is left is run again as long as no more than this has passed. */
  most_ms: number;
}

interface Limit {
  seconds: number;
  why: string;
}

const verifyLimit = 'limits.verify_seconds';

interface Watched {
  run: TestRun;
  /** How the last command ended. */
  last: SandboxResult;
  /** When the first command began. */
  started_at: number | undefined;
}

/**
 * Runs tests until they end by themselves: a test without any progress for so many seconds is ended and counted as
 * failed, and the others are run without it. `duration_ms` is without the waiting.
 */
export async function watched(
  runner: Pick<Runner, 'read' | 'watch'>,
  { mount_at, only, seconds, most_ms }: Patience,
  start: (round: Round) => Promise<SandboxResult>,
): Promise<Watched> {
  const { watch } = runner;
  const hung: Running[] = [];
  const earlierCases: TestCase[] = [];
  const causes: TestError[] = [];
  const patience = new Map<string, number>();
  let [started_at, spent, passed, closer, slowest] = [undefined as number | undefined, 0, 0, false, 0];
  for (;;) {
    const stuck: Running[] = [];
    const waiting = hung.length === 0 ? seconds : Math.min(seconds, Math.max(shortest, forOthers * slowest));
    const isStuck: Stall['isStuck'] = (files, silent_ms) => {
      const isLong = silent_ms >= forFile * waiting * 1000;
      stuck.push(...(watch?.running(files, mount_at) ?? []).filter(({ names }) => names.length > 0 || isLong));
      return stuck.length > 0;
    };
    const progress = watch?.progress && { progress: watch.progress };
    const stall = watch && { stall: { silent_ms: waiting * 1000, isStuck, ...progress } };
    const result = await start({ leftOut: hung, closer, ...stall });
    started_at ??= result.started_at;
    const run = runner.read(result, mount_at);
    const isEnded = stuck.length > 0 && result.ended === 'timeout';
    const waited = isEnded ? longest(stuck, waiting) : 0;
    slowest = Math.max(slowest, ...run.cases.map(({ duration_ms }) => duration_ms / 1000));
    spent += Math.max(0, run.duration_ms - waited);
    passed += result.duration_ms;
    if (isEnded && !closer && watch?.looksCloser && stuck.some(({ among }) => among) && passed < most_ms) {
      closer = true;
      continue;
    }
    const fresh = isEnded ? stuck.flatMap((one) => unknown(one, hung, watch?.leavesFiles === true)) : [];
    hung.push(...fresh);
    for (const one of fresh) patience.set(idOf(one), waiting);
    if (fresh.length === 0 || watch?.leavesOut === 'nothing' || passed >= most_ms)
      return { run: together(isEnded ? { ...run, outcome: 'timeout' } : run), last: result, started_at };
    causes.push(...run.errors.filter(({ type }) => type === hangType));
    const isWhole = watch?.leavesOut === 'files';
    const gone = new Set(hung.filter(({ names }) => isWhole || names.length === 0).map(({ file }) => file));
    earlierCases.push(...run.cases.filter(({ file }) => gone.has(file)));
    const isAll = only?.every((file) => gone.has(file));
    if (isAll) return { run: together({ ...run, outcome: 'ok', cases: [], errors: [] }), last: result, started_at };
  }

  function limitOf(one: Running): Limit {
    const waited = patience.get(idOf(one)) ?? seconds;
    return { seconds: waited, why: waited < seconds ? 'another test had no end' : verifyLimit };
  }

  function together(last: TestRun): TestRun {
    if (hung.length === 0) return last;
    const cases = new Map([...earlierCases, ...last.cases].map((test) => [test.id, test]));
    for (const one of hung) if (one.names.length > 0) cases.set(idOf(one), caseOf(one, limitOf(one), causes));
    const files = new Set(hung.map(({ file }) => file));
    const errors = last.errors.filter(({ type, file }) => type !== unfinishedType || file === null || !files.has(file));
    const named = new Set(hung.filter(({ names }) => names.length > 0).map(({ file }) => file));
    const whole = hung.filter(({ file, names }) => names.length === 0 && !named.has(file));
    return {
      ...last,
      cases: [...cases.values()],
      errors: [...errors, ...whole.map((one) => fileError(one.file, limitOf(one)))],
      duration_ms: spent,
    };
  }
}

/** The tests and files that did not end, as they are printed. */
export function hangingIn({ cases, errors }: Pick<TestRun, 'cases' | 'errors'>): string[] {
  const tests = cases.filter(({ error }) => error?.type === hangType).map(({ id }) => id);
  const files = errors.filter(({ type }) => type === hangType).map(({ file, message }) => file ?? message);
  return [...tests, ...files];
}

/** What is to be left out from now on: where leaving out a test does not help, its whole file. */
function unknown(one: Running, hung: Running[], leavesFiles: boolean): Running[] {
  const isIn = (other: Running) => hung.some((each) => idOf(each) === idOf(other));
  if (!isIn(one)) return [one];
  const whole: Running = { file: one.file, names: [], line: null };
  return !leavesFiles || isIn(whole) ? [] : [whole];
}

const idOf = ({ file, names }: Running): string => testAt(file, names).id;

const longest = (stuck: Running[], seconds: number): number =>
  (stuck.some(({ names }) => names.length > 0) ? 1 : forFile) * seconds * 1000;

function caseOf({ file, names, line, among }: Running, { seconds, why }: Limit, causes: TestError[]): TestCase {
  const which = among ? 'it or another test of its file ' : '';
  const message = `${which}did not end within ${seconds} s (${why})`;
  const cause = causes.find((error) => error.file !== null);
  const error = plainError(hangType, message, file || null);
  return {
    ...testAt(file, names),
    line,
    status: 'failed',
    duration_ms: seconds * 1000,
    error: cause ? { ...cause, message: `${message}: ${cause.message}` } : { ...error, line },
  };
}

const fileError = (file: string, { seconds, why }: Limit): TestError =>
  plainError(
    hangType,
    `the file did not end within ${forFile * seconds} s (${why === verifyLimit ? `${forFile} times ${why}` : why})`,
    file,
  );
