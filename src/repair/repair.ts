import { isUtf8 } from 'node:buffer';
import { languageOfRunner } from '../languages/registry.ts';
import type { Files, LineHits, Runner } from '../languages/runner.ts';
import { detectRunner } from '../languages/runs/detect.ts';
import { hangingIn } from '../languages/runs/hang.ts';
import { runnerOf } from '../languages/runs/several.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assignment } from '../ports/outside/developer.ts';
import type { Sandbox } from '../ports/outside/sandbox.ts';
import type { TestRun } from '../schema/judge/test-run.ts';
import { asksForRepair } from './asked.ts';
import type { Bench } from './bench.ts';
import { benchFor, heardIn, runnersIn } from './bench-of-parts.ts';
import { applied, type Candidate } from './candidate.ts';
import type { Ground } from './ground.ts';
import { localise } from './localise.ts';
import { improving, located, type Note, summaryOf } from './notes.ts';
import { propose } from './propose.ts';
import { type Found, failingIn, isWhole, ranked, standingOf } from './rank.ts';

interface Limits {
  /** Of all it does. */
  time_ms: number;
  candidates: number;
  /** Faults that are repaired one after the other. */
  faults: number;
}

const limits: Limits = { time_ms: 60_000, candidates: 200, faults: 3 };

/** Of the task's time, no more than this part. */
const share = 0.25;
const batchSize = 8;
/** Batches that a candidate waits for a better one, when it repairs only some of what fails. */
const patience = 8;

export interface Repaired {
  done: boolean;
  summary: string;
}

const nothing = (why: string): Repaired => ({ done: false, summary: `nothing to repair: ${why}` });

/** Localise, propose, validate, rank. Leaves the tree as it was unless everything that failed passes. */
export async function* repair(
  assignment: Assignment,
  { sandbox, clock }: { sandbox: Sandbox; clock: Clock },
  signal: AbortSignal,
  { time_ms, candidates: most, faults }: Limits = limits,
): AsyncGenerator<Note, Repaired> {
  const { suite, workspace, shell } = assignment;
  if (!suite) return nothing('no test command was found');
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

  const end = clock.now() + Math.min(time_ms, (assignment.time_ms ?? Number.POSITIVE_INFINITY) * share);
  const left = () => Math.max(1, Math.round(end - clock.now()));
  const silent_seconds = baseline && hangingIn(baseline).length > 0 ? patienceFor(baseline) : null;
  const bench = benchFor({ sandbox, shell, runner, tests: suite.tests, silent_seconds, signal });
  const from_tree = await workspace.snapshot();
  const whole = baseline ?? (await bench.run(null, left()));
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
  const ground: Ground = { files, isTest: (path) => runner.isTest(path), isProtected: assignment.isProtected };

  const edited = new Map<string, string>();
  let done = false;
  try {
    const measured = await bench.measure(tests, left());
    if (!measured.run) return nothing('the failing tests produce no report');
    const outcome = yield* search(measured.run, measured.hits);
    done = outcome.done;
    return outcome;
  } finally {
    // What tests leave behind is no part of the change, nor is a candidate that was cut short.
    await workspace.reset(from_tree);
    if (done) for (const [path, text] of edited) await workspace.write(path, text);
  }

  async function* search(first: TestRun, hits: LineHits): AsyncGenerator<Note, Repaired> {
    let [before, tried] = [first, 0];
    const kept: Candidate[] = [];
    const keep = (candidate: Candidate, textOf: (path: string) => string) => {
      kept.push(candidate);
      edited.set(candidate.path, applied(textOf(candidate.path), candidate.edits));
    };
    while (kept.length < faults) {
      const suspects = await localise(before, tests, hits, ground);
      const candidates = propose(suspects);
      const { sources } = suspects;
      const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';
      if (kept.length === 0)
        yield located(
          before,
          tests,
          sources.map(({ path }) => path),
          candidates.length,
        );
      const { found, count } = await validate(candidates.slice(0, most - tried), before, bench);
      tried += count;
      const [best] = ranked(found, textOf);
      if (!best) break;
      for (const one of ranked(found.filter(isWhole), textOf).slice(0, 3)) {
        await write(one.candidate, textOf);
        if (!(await holds(one))) {
          await workspace.write(one.candidate.path, textOf(one.candidate.path));
          continue;
        }
        keep(one.candidate, textOf);
        yield improving(one, textOf);
        return { done: true, summary: summaryOf(kept, tried, found.filter(isWhole).length - 1) };
      }
      if (isWhole(best)) break;
      await write(best.candidate, textOf);
      keep(best.candidate, textOf);
      yield improving(best, textOf);
      before = best.run;
    }
    const why = left() <= 1 ? 'it ran out of time' : 'none makes all failing tests pass';
    return { done: false, summary: `tried ${tried} small edits to the code that the failing tests reach: ${why}` };
  }

  /** Candidates in batches, until one repairs everything or some while after one repaired something. */
  async function validate(
    candidates: Candidate[],
    before: TestRun,
    on: Bench,
  ): Promise<{ found: Found[]; count: number }> {
    const found: Found[] = [];
    const start = standingOf(before, before, tolerate).failing;
    const each_ms = Math.min(15_000, 2 * before.duration_ms + 1000);
    let [count, waited] = [0, 0];
    while (count < candidates.length && left() > 1 && waited < patience && !found.some(isWhole)) {
      const batch = candidates.slice(count, count + batchSize);
      const runs = await on.tryOut(batch, tests, { each_ms, all_ms: left() });
      count += batch.length;
      for (const [at, candidate] of batch.entries()) {
        const run = runs[at];
        const standing = run && standingOf(run, before, tolerate);
        if (run && standing && standing.failing < start && standing.broken === 0)
          found.push({ candidate, run, standing });
      }
      if (found.length > 0) waited += 1;
    }
    return { found, count };
  }

  /** Whether the whole suite is better for it, where there is time to ask. */
  async function holds({ candidate }: Found): Promise<boolean> {
    if (whole === null || left() <= whole.duration_ms) return true; // The judge asks in any case.
    const run = await bench.run(null, left());
    return run !== null && isWhole({ candidate, run, standing: standingOf(run, whole, tolerate) });
  }

  async function write({ path, edits }: Candidate, textOf: (path: string) => string): Promise<void> {
    await workspace.write(path, applied(textOf(path), edits));
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
