import { createHash, randomUUID } from 'node:crypto';
import { inWords } from '../../core/judge/findings.ts';
import { cannotStart, failsAnyway, neverEnds, nothingRan } from '../../languages/runs/fitness.ts';
import { hangingIn } from '../../languages/runs/hang.ts';
import { filesIn, readProject } from '../../languages/runs/project.ts';
import { noTests, runTests } from '../../languages/runs/run-tests.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import type { Finding } from '../../schema/judge/finding.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict, Verdict } from '../../schema/judge/verdict.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import type { Candidate, Place } from './candidate.ts';
import { judge } from './judge.ts';
import { howEnded } from './unended.ts';

export interface Standing {
  verdict: BareVerdict & Verdict;
  /** Base plus the change's own files: what the verdict is about. */
  judged_tree: string;
  /** Whether base has tests, as far as it came to running them. */
  tested: boolean;
}

type Manner = Pick<Candidate, 'taken' | 'grows' | 'weighed' | 'parsers'> & { kind?: TaskKind | null };

/** Judges a tree against a base like an attempt, except that it may be equal to the base. */
export async function standing(
  clone: Clone,
  base: string,
  tree: string,
  place: Place,
  baselines: Baselines,
  { taken = false, kind = null, grows = false, weighed = false, parsers }: Manner,
): Promise<Standing> {
  let measured: Promise<TestRun> | null = null;
  const baseline = async (where: Place = place) => {
    measured ??= measure(clone, base, where, baselines);
    try {
      return await measured;
    } catch (error) {
      measured = null; // Ended, since nobody waits for it any more.
      throw error;
    }
  };
  const seed = randomUUID();
  const candidate = {
    base,
    baseline,
    tree,
    must_differ: false,
    targets_due: false,
    isAsked: () => false,
    kind,
    taken,
    grows,
    weighed,
    seed,
    parsers,
  };
  const { verdict, judged_tree, run } = await judge(clone, candidate, place);
  const files = () => filesIn(clone, base, place.target.scope);
  const { total, skipped } = verdict.tests;
  const kinds = new Set(verdict.findings.map(({ kind }) => kind));
  if (total === skipped && (kinds.has('untested') || (verdict.status === 'pass' && kinds.has('unproven')))) {
    const { runner } = await readProject(clone, base, place.target, place.policy);
    throw new Unfit(await nothingRan(runner, await baseline(), await files()), 'no_tests');
  }
  if (run?.evidence === 'exit_code' && verdict.status === 'pass' && verdict.tests.failed > 0)
    throw new Unfit(await failsAnyway(await baseline(), await files()), 'tests_cannot_start');
  // What base's tests need may have been there when they were measured, and be gone now.
  if (run !== null && isUnstarted(run)) await measure(clone, base, place, forgetful(baselines));
  const before = kinds.has('unended') ? await baseline() : null;
  if (before && before.outcome !== 'ok')
    throw new Unfit(await neverEnds(howEnded(before, hangingIn(before)), before, await files()), 'tests_do_not_end');
  const tested = measured === null || (await baseline()).cases.length > 0;
  if (judged_tree !== base || verdict.integrity.length > 0) return { verdict, judged_tree, tested };
  const findings = verdict.findings.filter(({ kind }) => kind !== 'unproven');
  return { verdict: inWords({ ...verdict, findings: [...findings, unchanged] }), judged_tree, tested };
}

/** The runner came to no test at all, which may be the machine's fault. */
const isUnstarted = ({ outcome, evidence, cases, exit_code }: TestRun): boolean =>
  evidence === 'report' ? outcome === 'no_report' && cases.length === 0 : exit_code === 127;

/** Baselines as whoever must see the tests run takes them. */
const forgetful = (baselines: Baselines): Baselines => ({ ...baselines, load: async () => null });

const unchanged: Finding = { kind: 'unchanged', text: 'nothing has changed since the base' };

/**
 * What the tests say on base, measured once for a tree and a way of running it. A failure may be the machine's: once that
 * is mended, a failure remembered would look like one that the change has fixed, so the files that failed are run again,
 * and all of them where they say something else now.
 */
export async function measure(clone: Clone, base: string, place: Place, baselines: Baselines): Promise<TestRun> {
  const { policy, target, signal } = place;
  const { runner } = await readProject(clone, base, target, policy);
  if (!runner) return noTests();
  const run = async (only: string[] | null, built?: string): Promise<TestRun> => {
    const workspace = await clone.workspace('baseline', base);
    const timeout_ms = policy.limits.full_seconds * 1000;
    const result = await runTests({ ...place, workspace, runner, only, built, keeps_build: true, timeout_ms });
    signal.throwIfAborted();
    return result;
  };
  const sight = [target.scope, target.submodules ?? []];
  const how = JSON.stringify(['6', base, ...sight, runner.command(null).argv, policy.tests, policy.sandbox]);
  const key = createHash('sha256').update(how).digest('hex');
  const stored = await baselines.load(key);
  const failing = stored && failingFiles(stored);
  if (stored && failing?.length === 0) return stored;
  if (stored && failing && failsAgain(stored, await run(failing, stored.built))) return stored;
  const whole = await run(null, stored?.built);
  const unfit = await cannotStart(whole, await filesIn(clone, base, target.scope));
  if (unfit !== null) throw new Unfit(unfit, 'tests_cannot_start');
  if (failingFiles(whole) !== null) await baselines.save(key, whole);
  return whole;
}

/** The files with tests that fail; null where that does not tell all, so that the run is worth nothing another time. */
function failingFiles({ outcome, evidence, errors, cases }: TestRun): string[] | null {
  const failed = cases.filter(({ status }) => status === 'failed' || status === 'error');
  if (outcome !== 'ok' || errors.length > 0 || (failed.length > 0 && evidence !== 'report')) return null;
  return [...new Set(failed.map(({ file }) => file))];
}

/** Whether the same tests fail, and no others, in a run of their files. */
function failsAgain(stored: TestRun, again: TestRun): boolean {
  const failing = ({ cases }: TestRun) =>
    cases.filter(({ status }) => status === 'failed' || status === 'error').map(({ id }) => id);
  const [before, now] = [failing(stored).sort(), failing(again).sort()];
  return again.outcome === 'ok' && again.errors.length === 0 && before.join('\n') === now.join('\n');
}
