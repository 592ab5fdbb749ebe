import { createHash } from 'node:crypto';
import { matchesAny } from '../../code/globs.ts';
import {
  type Case,
  type Observation,
  passRule,
  provingTests,
  type Ruling,
  testsThatAre,
} from '../../core/judge/pass-rule.ts';
import { requiredCoverage } from '../../core/judge/required-coverage.ts';
import { isData, isDocumentation } from '../../languages/judging/reach/kinds.ts';
import { byCommand } from '../../languages/judging/used/used.ts';
import { hangingIn } from '../../languages/runs/hang.ts';
import { type Project, readProject } from '../../languages/runs/project.ts';
import { buildsFirst, type Execution, noTests } from '../../languages/runs/run-tests.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import { isSilent } from '../silent.ts';
import type { Candidate, Place } from './candidate.ts';
import { tooLarge, unheardIn, unjudged, unseen } from './not-looked.ts';
import { ablate } from './proof/ablation.ts';
import { beginControl, type Controlled, runControl } from './proof/control.ts';
import { slowed, unfailing, unreached } from './proof/doubts.ts';
import { keptSample } from './proof/kept-sample.ts';
import { lackedBy } from './proof/lacking.ts';
import { runScriptControl } from './proof/script-control.ts';
import { sightingsIn } from './proof/sightings.ts';
import { affectedBy, firstOf } from './runs/affected.ts';
import { beside, firstCommand } from './runs/beside.ts';
import { builtOn, candidateBuild } from './runs/candidate-build.ts';
import { type Covered, measureCoverage } from './runs/coverage.ts';
import { execute } from './runs/execute.ts';
import { lintFindings } from './runs/lint.ts';
import { observe, type Runs, spareTime, tookIn } from './runs/observe.ts';
import { findSlower } from './runs/slower.ts';
import { checkerFindings } from './runs/type-check.ts';
import { grownBreaches } from './trees/grown.ts';
import { innerTests, noInnerTests } from './trees/inner-tests.ts';
import type { JudgeTree } from './trees/judge-tree.ts';
import { addedSupport, checksOf, noChecks, reportedBreaches, supportBreaches } from './trees/reported.ts';
import { targetsOf } from './trees/targets.ts';
import { hiddenTests, treesFor } from './trees/trees.ts';
import { hung, newlyHanging, ruled, unended } from './verdict.ts';
import { meddling, tampered, violated } from './violations.ts';

export interface TrialResult {
  verdict: BareVerdict;
  run: TestRun | null;
}

/** A suite shorter than this is run whole at once. */
const shortSuite = 15_000;

/** Runs the tests: those that the change affects first where that pays, then all, then what a pass must still show. */
export async function trial(
  clone: Clone,
  candidate: Candidate,
  judged: JudgeTree,
  { runner, isTest, used }: Project & { used: ReadonlyMap<RepoPath, string> },
  place: Place,
): Promise<TrialResult> {
  const { policy, target } = place;
  const baseline = await candidate.baseline(place);
  const within = { scope: target.scope, unlock: policy.unlock, isTest, mayGrow: candidate.grows === true };
  const sides = { base: candidate.base, judged: judged.tree };
  const inner = runner ? await innerTests(clone, sides, judged, runner, within) : noInnerTests;
  const reported = reportedBreaches(judged, baseline, { ...within, mixed: inner.mixed });
  const baseState = runner && { clone, base: candidate.base, runner, baseline, used };
  const notLooked = runner ? unseen(runner, baseline, judged.changes, isTest) : [];
  const checks = once(async () => (baseState ? checksOf(baseState, within, () => notLooked.push(tooLarge)) : noChecks));
  const support = await supportBreaches(judged, checks, within);
  const breaches = [...inner.violations, ...reported, ...support, ...grownBreaches(judged, baseline, within)];
  if (breaches.length > 0) return { verdict: violated(breaches), run: null };
  const code = judged.changes.filter((change) => !isDocumentation(change.path));
  const input = (tests: Case['tests']): Case => ({
    differs: !candidate.must_differ || judged.tree !== candidate.base,
    tests,
    targets_due: candidate.targets_due,
    control: 'none',
    evidence: runner ? runner.evidence : 'none',
    ...(runner?.unguarded && { unguarded: true }),
    docs_only: (candidate.kind ?? 'docs') === 'docs' && code.length === 0 && judged.changes.length > 0,
    ...((policy.allow_untested || mendsHang(baseline, tests)) && { allow_untested: true }),
  });
  if (!runner || !baseState) return { verdict: ruled(noTests(), [], passRule(input([])), baseline), run: noTests() };

  const added = await addedSupport(baseState, judged, checks, within);
  const basis = { runner, inner, baseline, support: added, unlock: policy.unlock };
  let trees = await treesFor(clone, candidate.base, judged, target.scope, basis);
  const affected = once(() => affectedBy(clone, judged, runner, target.scope));
  const { sandbox, begun, begin } = firstCommand(place.sandbox);
  const how: Omit<Execution, 'workspace'> = {
    ...place,
    sandbox,
    runner: (await readProject(clone, candidate.base, target, policy)).runner ?? runner,
    judging: new Set(used.keys()),
    built: baseline.built,
    rebuilt: await candidateBuild(clone, judged, trees.bare, baseline, { runner, place }),
    only: null,
    timeout_ms: timeLimit(policy.limits, baseline),
  };
  const mark = createHash('sha256').update(`${candidate.seed} ${judged.tree}`).digest('hex').slice(0, 10);
  const quick_ms = policy.limits.verify_seconds * 1000;
  const isTarget = await targetsOf(clone, candidate, baseline, affected, { runner, scope: target.scope });

  const along = <T>(work: (where: Place) => Promise<T>) =>
    beside(place.signal, begun, (signal) => work({ ...place, signal }));
  const isShort = baseline.duration_ms <= shortSuite;
  const controlling = along(async ({ signal }) => (isShort && code.length > 0 ? early(signal) : null));
  const linting = along((where) => lintFindings(clone, candidate.base, judged, where));
  const checking = along((where) => checkerFindings(clone, candidate.base, judged, baseline, where));
  try {
    return await tried();
  } finally {
    await Promise.all([controlling.stop(), linting.stop(), checking.stop()]);
  }

  async function tried(): Promise<TrialResult> {
    if (policy.tests.related && !isShort && judged.tree !== candidate.base) {
      const only = firstOf(await affected(), baseline, quick_ms);
      const quick = only && (await stage({ ...how, only, timeout_ms: quick_ms }));
      if (quick && breaksTest(quick)) return { ...quick, verdict: { ...quick.verdict, stopped_at: 'related' } };
    }
    const first = await stage(how);
    begin(); // Even if there was nothing to run.
    const hidden = hiddenTests(first.runs, judged, trees, target.scope);
    if (hidden.length > 0) trees = await treesFor(clone, candidate.base, judged, target.scope, { ...basis, hidden });
    const whole = hidden.length > 0 ? await stage(how) : first;
    if (whole.verdict.status !== 'pass') return withLacking(whole);
    const proves = provingTests(whole.input.tests, whole.ruling).length > 0;
    if (code.length === 0 && !proves) return whole;
    return proven(whole.runs, whole.input, whole.ruling);
  }

  async function stage(execution: Omit<Execution, 'workspace'>) {
    const reached = async () => ((await isSilent(clone, candidate.base, judged)) ? [] : affected());
    const runs = await execute(clone, trees, baseline, reached, execution);
    const touched = tamperedIn(runs, policy.unlock);
    const tests = observe(runs, trees.changed_tests, policy.tests.tolerate, isTarget);
    const ruleInput = input(tests);
    const ruling = passRule(ruleInput);
    const verdict =
      touched.length > 0
        ? tampered(touched)
        : runs.now.outcome === 'ok'
          ? (newlyHanging(baseline, runs.now).length > 0 ? hung : ruled)(runs.now, tests, ruling, baseline)
          : unended(runs.now, baseline);
    return { verdict, run: runs.now, runs, input: ruleInput, ruling };
  }

  /** A failure, with the added files that base's tests lacked and would have passed with. */
  async function withLacking({
    verdict,
    run,
    input: { tests },
    ruling,
  }: Awaited<ReturnType<typeof stage>>): Promise<TrialResult> {
    const broken = testsThatAre(['broken'], tests, ruling);
    const lacked = await lackedBy(clone, trees, broken, run, how);
    return { verdict: { ...verdict, findings: [...verdict.findings, ...lacked] }, run };
  }

  /** What only a pass is asked: whether its tests can fail, whether they execute the change, and how long they take. */
  async function proven(runs: Runs, ruleInput: Case, first: Ruling): Promise<TrialResult> {
    const proving = provingTests(ruleInput.tests, first);
    const near = await affected();
    const passing = testsThatAre(['kept'], ruleInput.tests, first);
    const fixed = testsThatAre(['fixed'], ruleInput.tests, first);
    const evidence = await sightingsIn(clone, candidate.base, judged, isTest);
    // A part that time allows is not enough where the change may speak for its tests: on a busy machine it may be none.
    const spokenFor = evidence.speaks ? passing.filter(({ file }) => near?.includes(file) ?? true) : [];
    const chosen = buildsFirst(how.runner) ? besides(proving, passing) : keptSample(passing, baseline, near, mark);
    const sample = [...new Set([...chosen, ...spokenFor])];
    const [ablation, control, { coverage, findings: uncovered }, lint, types] = await Promise.all([
      ablate(clone, trees, fixed, runs.base.cases.length > 0 ? scopeAt(target.scope).inside(used.keys()) : [], how),
      controlled({ proving, kept: sample, catches: evidence.catches }),
      covering(near),
      linting.result(),
      checking.result(),
    ]);
    const violations = [...ablation.violations, ...evidence.violations];
    const run = { ...runs.now, proving: proving.filter(({ of }) => of !== 'file').map(({ id }) => id) };
    if (violations.length > 0) return { verdict: meddling(violations), run };
    const slower = await findSlower(clone, trees, runs, how, quick_ms);
    const covered = coverage === null ? {} : { covered: coverage.met };
    const unheard = unheardIn(runs.now, inner.added, judged.added_packages, target.scope);
    const hanging = hangingIn(runs.now).map(unjudged);
    const sightings = [...evidence.findings, ...inner.asking, ...notLooked, ...unheard, ...hanging];
    const doubted = ablation.unreached.length + sightings.length > 0 ? { doubted: true } : {};
    const verdict = ruled(
      runs.now,
      ruleInput.tests,
      passRule({ ...ruleInput, control: control.result, ...covered, ...doubted }),
      baseline,
    );
    const unmet = verdict.status === 'pass' && coverage?.met === false && policy.tests.coverage?.enforce === true;
    return {
      verdict: {
        ...verdict,
        ...(unmet && { status: 'warning', stopped_at: 'coverage', recommendation: 'fix_required' }),
        control: control.result,
        coverage,
        slower,
        findings: [
          ...verdict.findings,
          ...sightings,
          ...unfailing(control.passed),
          ...ablation.unreached.map(unreached),
          ...uncovered,
          ...slower.map(slowed(runs.now)),
          ...lint,
          ...types,
        ],
      },
      run,
    };
  }

  /** The control of what passed before, as it will be if all of that passes still. */
  async function early(signal: AbortSignal) {
    if (how.runner.evidence !== 'report' || buildsFirst(how.runner)) return null;
    const passed = baseline.cases.filter(({ status }) => status === 'passed');
    const sample = keptSample(passed, baseline, await affected(), mark);
    return beginControl(clone, trees, sample, { ...how, signal }, mark);
  }

  async function controlled(tests: Parameters<typeof runControl>[2]): Promise<Controlled> {
    if (how.runner.evidence === 'report') return runControl(clone, trees, tests, how, mark, controlling.result);
    if (tests.proving.length === 0) return { result: 'none', passed: [] };
    const scripts = [...used].filter(([, why]) => why === byCommand).map(([path]) => path);
    const data = [...used.keys(), ...(await (await checks()).led())].filter(isData);
    return runScriptControl(clone, trees, { scripts: scripts.filter((path) => !isData(path)), data }, how, mark);
  }

  /** Measured where it costs next to nothing, or where somebody waits for it. */
  async function covering(near: ScopePath[] | null): Promise<Covered> {
    const insists = candidate.weighed === true || policy.tests.coverage?.enforce === true;
    const allowed = insists ? quick_ms / 2 : spareTime(baseline);
    if (tookIn(baseline, near) > allowed) return { coverage: null, findings: [] };
    const required = requiredCoverage(candidate.kind, policy.tests.coverage);
    const execution = {
      ...how,
      ...builtOn(judged.tree, trees, how),
      runner: trees.runner,
      only: near,
      timeout_ms: quick_ms,
    };
    return measureCoverage(clone, candidate.base, judged, isTest, required, execution);
  }
}

/** A part of the suite can only show that the change breaks a test by name: whatever else is wrong, the whole suite tells. */
function breaksTest({ run, input, ruling }: { run: TestRun; input: Case; ruling: Ruling }): boolean {
  const broken = testsThatAre(['broken'], input.tests, ruling);
  return (
    run.outcome === 'ok' &&
    hangingIn(run).length === 0 &&
    broken.some(({ of, now }) => of === 'test' && now === 'failing')
  );
}

/** The other tests of the files that prove the change: they are built and run with them anyway. */
function besides(proving: Observation[], passing: Observation[]): Observation[] {
  const files = new Set(proving.map(({ file }) => file));
  return passing.filter(({ file }) => files.has(file));
}

/** What judges the code was written while it ran, and on base it was not. */
function tamperedIn({ base, now }: Runs, unlock: string[]): string[] {
  if (!base.touched || !now.touched) return [];
  const usual = new Set(base.touched);
  return now.touched.filter((path) => !usual.has(path) && !matchesAny(path, unlock));
}

/** Where base's tests did not end, there are tests all the same: those that pass now. */
const mendsHang = (baseline: TestRun, tests: Observation[]): boolean =>
  baseline.outcome !== 'ok' && tests.some(({ of, now }) => of === 'test' && now === 'passed');

/** Generous against the baseline, so that a hang is noticed long before the full limit. */
function timeLimit(limits: { verify_seconds: number; full_seconds: number }, baseline: TestRun): number {
  return Math.min(limits.full_seconds * 1000, limits.verify_seconds * 1000 + baseline.duration_ms * 5);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= make();
    return result;
  };
}
