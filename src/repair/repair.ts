import { isUtf8 } from 'node:buffer';
import { languageOfRunner } from '../languages/registry.ts';
import type { Files, Runner } from '../languages/runner.ts';
import { detectRunner } from '../languages/runs/detect.ts';
import { hangingIn } from '../languages/runs/hang.ts';
import { runnerOf } from '../languages/runs/several.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assignment } from '../ports/outside/developer.ts';
import type { Sandbox } from '../ports/outside/sandbox.ts';
import type { TestRun } from '../schema/judge/test-run.ts';
import type { Note } from './notes.ts';
import type { Ground } from './places/ground.ts';
import { failingIn } from './rank.ts';
import { asksForRepair } from './request.ts';
import { nothing, type Repaired, searchIn } from './search.ts';
import { benchFor, heardIn, runnersIn } from './trials/bench-of-parts.ts';

const limits = {
  /** Of all it does. */
  time_ms: 60_000,
  candidates: 3000,
  /** Faults that are repaired one after the other. */
  faults: 3,
};

/** Of the task's time, no more than this part. */
const share = 0.25;

/** Localise, propose, validate, rank. Leaves the tree as it was unless everything that failed passes. */
export async function* repair(
  assignment: Assignment,
  { sandbox, clock }: { sandbox: Sandbox; clock: Clock },
  signal: AbortSignal,
): AsyncGenerator<Note, Repaired> {
  const { suite, workspace, shell } = assignment;
  if (!suite) return nothing('this is not a fix');
  const { tolerate } = suite.tests;
  const isGreen = (run: TestRun) => failingIn(run, tolerate).length + run.errors.length === 0;
  const last = await suite.last();
  const baseline = last && heardIn(last);
  if (baseline && isGreen(baseline)) return nothing('no test fails');
  if (!asksForRepair(suite.request)) return nothing('the request asks for more than making failing tests pass');
  const files = await filesOf(assignment);
  const runner = await detectRunner(files, suite.tests);
  if (!runner || !runnersIn(runner).some(isRepairable))
    return nothing(withoutTemplates(runner ? runnersIn(runner) : []));

  const end = clock.now() + Math.min(limits.time_ms, (assignment.time_ms ?? Number.POSITIVE_INFINITY) * share);
  const remaining = () => Math.max(1, Math.round(end - clock.now()));
  const silent_seconds = baseline && hangingIn(baseline).length > 0 ? patienceFor(baseline) : null;
  const bench = benchFor({ sandbox, shell, runner, tests: suite.tests, silent_seconds, signal });
  const from_tree = await workspace.snapshot();
  const whole = baseline ?? (await bench.run(null, remaining()));
  if (!baseline) await workspace.reset(from_tree);
  if (!whole) return nothing('the tests do not run to completion');
  if (isGreen(whole)) return nothing('no test fails');
  const failed = new Set([
    ...failingIn(whole, tolerate).map(({ file }) => file),
    ...whole.errors.map(({ file }) => file),
  ]);
  const named = files.paths.filter((path) => failed.has(path) && runner.isTest(path));
  const faulty = named.map((path) => runnerOf(path, runner));
  if (faulty.length > 0 && !faulty.some(isRepairable)) return nothing(withoutTemplates(faulty));
  const tests = named.length > 0 ? named : files.paths.filter((path) => runner.isTest(path));
  const { isProtected, history } = assignment;
  const ground: Ground = { files, isTest: (path) => runner.isTest(path), isProtected, history };

  const { candidates: most, faults } = limits;
  const search = searchIn({ workspace, bench, ground, tests, whole, tolerate, remaining, most, faults });
  let done = false;
  try {
    const outcome = yield* search.run();
    done = outcome.done;
    return outcome;
  } finally {
    // What tests leave behind is no part of the change, nor is a candidate that was cut short.
    await workspace.reset(from_tree);
    if (done) for (const [path, text] of search.edited) await workspace.write(path, text);
  }
}

const isRepairable = ({ id }: Runner): boolean => languageOfRunner(id)?.repair !== undefined;

function withoutTemplates(runners: Runner[]): string {
  const ids = [...new Set(runners.map(({ id }) => id))];
  return `no repair templates for ${ids.length > 0 ? ids.join(' and ') : 'an unknown runner'}`;
}

/** Seconds that tell a test that does not end from the slowest of those that do. */
const patienceFor = ({ cases }: TestRun): number =>
  Math.max(2, ...cases.filter(({ status }) => status === 'passed').map((test) => (3 * test.duration_ms) / 1000));

async function filesOf({ workspace }: Assignment): Promise<Files> {
  const read = async (path: string) => {
    const bytes = await workspace.read(path);
    if (bytes === null || !isUtf8(bytes)) return null; // What cannot be written back as it was is not read.
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  };
  return { paths: await workspace.list(), read };
}
