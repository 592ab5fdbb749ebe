import { createHash } from 'node:crypto';
import { passRule, provingTests, testsThatAre } from '../../core/judge/pass-rule.ts';
import { hangingIn } from '../../languages/runs/hang.ts';
import { readProject } from '../../languages/runs/project.ts';
import { noTests } from '../../languages/runs/run-tests.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import { isSilent } from '../silent.ts';
import type { Candidate, Place } from './candidate.ts';
import { lackedBy } from './proof/lacking.ts';
import { controlEarly, proven, quickLimit } from './proof/proven.ts';
import { affectedBy, firstOf } from './runs/affected.ts';
import { beside, firstCommand } from './runs/beside.ts';
import { candidateBuild } from './runs/candidate-build.ts';
import { lintFindings } from './runs/lint.ts';
import { checkerFindings } from './runs/type-check.ts';
import { type Charge, caseOf, codeIn, runStage, type Stage, type Trial, type TrialResult } from './stage.ts';
import { startedOnce } from './started-once.ts';
import type { JudgeTree } from './trees/judge-tree.ts';
import { readChange } from './trees/reading.ts';
import { targetsOf } from './trees/targets.ts';
import { hiddenTests, treesFor } from './trees/trees.ts';
import { ruled } from './verdict.ts';
import { violated } from './violations.ts';

/** A suite shorter than this is run whole at once. */
const shortSuite = 15_000;

/**
 * Runs the tests: those that the change affects first where that pays, then all, then what a pass must still show. Says
 * when what runs at once has been begun.
 */
export async function trial(
  clone: Clone,
  candidate: Candidate,
  judged: JudgeTree,
  project: Charge['project'],
  place: Place,
  underway: () => void,
): Promise<TrialResult> {
  const { policy, target } = place;
  const before = firstCommand(place.sandbox);
  void before.begun.then(underway);
  const beforehand = { ...place, sandbox: before.sandbox };
  const { runner, used } = project;
  const baseline = await candidate.baseline(beforehand);
  const reading = await readChange(clone, candidate, judged, project, baseline, place);
  if (reading.breaches.length > 0) return { verdict: violated(reading.breaches), run: null };
  const charge = { candidate, judged, project, baseline, place };
  if (!runner) return { verdict: ruled(noTests(), [], passRule(caseOf(charge, [])), baseline), run: noTests() };

  const support = await reading.support();
  const basis = { runner, inner: reading.inner, baseline, support, unlock: policy.unlock };
  const trees = await treesFor(clone, candidate.base, judged, target.scope, basis);
  const silent = startedOnce(() => isSilent(clone, candidate.base, judged, candidate.parsers));
  void Promise.allSettled([silent()]); // The control, which begins along with the tests, waits for it.
  const affected = startedOnce(() => affectedBy(clone, judged, runner, target.scope));
  const { sandbox, begun, begin } = firstCommand(place.sandbox);
  const how: Trial['how'] = {
    ...place,
    sandbox,
    runner: (await readProject(clone, candidate.base, target, policy)).runner ?? runner,
    judging: new Set(used.keys()),
    built: baseline.built,
    rebuilt: await candidateBuild(clone, judged, trees.bare, baseline, { runner, place: beforehand }),
    only: null,
    timeout_ms: timeLimit(policy.limits, baseline),
  };
  const mark = createHash('sha256').update(`${candidate.seed} ${judged.tree}`).digest('hex').slice(0, 10);
  const isTarget = await targetsOf(clone, candidate, baseline, affected, { runner, scope: target.scope });
  const current: Trial = { ...charge, clone, trees, how, silent, affected, isTarget };

  const along = <T>(work: (where: Place) => Promise<T>) => beside(place, begun, work);
  const isShort = baseline.duration_ms <= shortSuite;
  const hasCode = codeIn(judged).length > 0;
  /** Of a change that says nothing to a machine, no tool has anything to say. */
  const unlessSilent = <T>(nothing: T, work: (where: Place) => Promise<T>) =>
    along(async (where) => ((await silent()) ? nothing : work(where)));
  const control = unlessSilent(null, async (where) => (isShort && hasCode ? controlEarly(current, mark, where) : null));
  const lint = unlessSilent([], (where) => lintFindings(clone, candidate.base, judged, where));
  const types = unlessSilent([], (where) => checkerFindings(clone, candidate.base, judged, baseline, where));
  void Promise.all([control, lint, types].map((work) => work.underway)).then(underway);
  try {
    return await tried();
  } finally {
    await Promise.all([control.stop(), lint.stop(), types.stop()]);
  }

  async function tried(): Promise<TrialResult> {
    if (policy.tests.related && !isShort && judged.tree !== candidate.base) {
      const only = firstOf(await affected(), baseline, quickLimit(current));
      const quick = only && (await runStage(current, { ...how, only, timeout_ms: quickLimit(current) }));
      if (quick && breaksTest(quick)) return { ...quick, verdict: { ...quick.verdict, stopped_at: 'related' } };
    }
    const first = await runStage(current);
    begin(); // Even if there was nothing to run.
    const hidden = hiddenTests(first.runs, judged, trees, target.scope);
    if (hidden.length === 0) return concluded(current, first);
    const widened = await treesFor(clone, candidate.base, judged, target.scope, { ...basis, hidden });
    const again = { ...current, trees: widened };
    return concluded(again, await runStage(again));
  }

  /** Only a pass of code, or of tests that prove something, is asked for more. */
  async function concluded(tested: Trial, stage: Stage): Promise<TrialResult> {
    if (stage.verdict.status !== 'pass') return withLacking(tested, stage);
    if (!hasCode && provingTests(stage.input.tests, stage.ruling).length === 0) return stage;
    return proven(tested, stage, reading, { control: control.result, lint: lint.result, types: types.result }, mark);
  }
}

/** A part of the suite can only show that the change breaks a test by name: whatever else is wrong, the whole suite tells. */
function breaksTest({ run, input, ruling }: Stage): boolean {
  const broken = testsThatAre(['broken'], input.tests, ruling);
  return (
    run.outcome === 'ok' &&
    hangingIn(run).length === 0 &&
    broken.some(({ of, now }) => of === 'test' && now === 'failing')
  );
}

/** A failure, with the added files that base's tests lacked and would have passed with. */
async function withLacking({ clone, trees, how }: Trial, { verdict, run, input, ruling }: Stage): Promise<TrialResult> {
  const broken = testsThatAre(['broken'], input.tests, ruling);
  const lacked = await lackedBy(clone, trees, broken, run, how);
  return { verdict: { ...verdict, findings: [...verdict.findings, ...lacked] }, run };
}

/** Generous against the baseline, so that a hang is noticed long before the full limit. */
function timeLimit(limits: { verify_seconds: number; full_seconds: number }, baseline: TestRun): number {
  return Math.min(limits.full_seconds * 1000, limits.verify_seconds * 1000 + baseline.duration_ms * 5);
}
