import { type Observation, passRule, provingTests, testsThatAre } from '../../../core/judge/pass-rule.ts';
import { requiredCoverage } from '../../../core/judge/required-coverage.ts';
import { isData } from '../../../languages/judging/reach/kinds.ts';
import { byCommand } from '../../../languages/judging/used/used.ts';
import { hangingIn } from '../../../languages/runs/hang.ts';
import { buildsFirst } from '../../../languages/runs/run-tests.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { ScopePath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { Place } from '../candidate.ts';
import { unheardIn, unjudged } from '../not-looked.ts';
import { builtOn } from '../runs/candidate-build.ts';
import { type Covered, measureCoverage } from '../runs/coverage.ts';
import { spareTime, tookIn } from '../runs/observe.ts';
import { findSlower } from '../runs/slower.ts';
import type { Stage, Trial, TrialResult } from '../stage.ts';
import type { Reading } from '../trees/reading.ts';
import { ruled } from '../verdict.ts';
import { meddling } from '../violations.ts';
import { ablate } from './ablation.ts';
import { beginControl, type Controlled, type EarlyRun, runControl } from './control.ts';
import { slowed, unfailing, unreached } from './doubts.ts';
import { keptSample } from './kept-sample.ts';
import { runScriptControl } from './script-control.ts';
import { sightingsIn } from './sightings.ts';

/** What was begun while the tests ran, for when they pass. */
export interface Begun {
  control: () => Promise<EarlyRun | null>;
  lint: () => Promise<Finding[]>;
  types: () => Promise<Finding[]>;
}

/**
 * What only a pass is asked: whether its tests can fail, whether they execute the change, and how long they take. `mark`
 * names what is planted for that; the judged code cannot know it.
 */
export async function proven(
  trial: Trial,
  { runs, input, ruling }: Stage,
  { inner, notLooked, checks }: Reading,
  begun: Begun,
  mark: string,
): Promise<TrialResult> {
  const { clone, candidate, judged, baseline, trees, how } = trial;
  const { isTest, used } = trial.project;
  const { policy, target } = trial.place;
  const silent = await trial.silent();
  const near = silent ? [] : await trial.affected();
  const proving = provingTests(input.tests, ruling);
  const passing = testsThatAre(['kept'], input.tests, ruling);
  const fixed = testsThatAre(['fixed'], input.tests, ruling);
  const evidence = await sightingsIn(clone, candidate.base, judged, isTest);
  // A part that time allows is not enough where the change may speak for its tests: on a busy machine it may be none.
  const spokenFor = evidence.speaks ? passing.filter(({ file }) => near?.includes(file) ?? true) : [];
  const chosen = silent ? [] : sampled(); // Comments keep no test from failing.
  const sample = [...new Set([...chosen, ...spokenFor])];
  const [ablation, control, { coverage, findings: uncovered }, lint, types] = await Promise.all([
    ablate(clone, trees, fixed, runs.base.cases.length > 0 ? scopeAt(target.scope).inside(used.keys()) : [], how),
    controlled(),
    covering(trial, near),
    begun.lint(),
    begun.types(),
  ]);
  const violations = [...ablation.violations, ...evidence.violations];
  const run = { ...runs.now, proving: proving.filter(({ of }) => of !== 'file').map(({ id }) => id) };
  if (violations.length > 0) return { verdict: meddling(violations), run };
  const slower = await findSlower(clone, trees, runs, how, { affected: near, limit_ms: quickLimit(trial) });
  const covered = coverage === null ? {} : { covered: coverage.met };
  const unheard = unheardIn(runs.now, inner.added, judged.added_packages, target.scope);
  const hanging = hangingIn(runs.now).map(unjudged);
  const sightings = [...evidence.findings, ...inner.asking, ...notLooked, ...unheard, ...hanging];
  const doubted = ablation.unreached.length + sightings.length > 0 ? { doubted: true } : {};
  const weighed = passRule({ ...input, control: control.result, ...covered, ...doubted });
  const verdict = ruled(runs.now, input.tests, weighed, baseline);
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

  function sampled(): Observation[] {
    return buildsFirst(how.runner) ? besides(proving, passing) : keptSample(passing, baseline, near, mark);
  }

  async function controlled(): Promise<Controlled> {
    const tests = { proving, kept: sample, catches: evidence.catches };
    if (how.runner.evidence === 'report') return runControl(clone, trees, tests, how, mark, begun.control);
    if (proving.length === 0) return { result: 'none', passed: [] };
    const scripts = [...used].filter(([, why]) => why === byCommand).map(([path]) => path);
    const data = [...used.keys(), ...(await (await checks()).led())].filter(isData);
    return runScriptControl(clone, trees, { scripts: scripts.filter((path) => !isData(path)), data }, how, mark);
  }
}

/** The control of what passed before, as it will be if all of that passes still. */
export async function controlEarly(
  { clone, trees, baseline, how, affected }: Trial,
  mark: string,
  place: Place,
): Promise<EarlyRun | null> {
  if (how.runner.evidence !== 'report' || buildsFirst(how.runner)) return null;
  const passed = baseline.cases.filter(({ status }) => status === 'passed');
  const sample = keptSample(passed, baseline, await affected(), mark);
  return beginControl(clone, trees, sample, { ...how, ...place }, mark);
}

/** How long what a person waits for may take, in milliseconds. */
export const quickLimit = ({ place }: Trial): number => place.policy.limits.verify_seconds * 1000;

/** Measured where it costs next to nothing, or where somebody waits for it. */
async function covering(trial: Trial, near: ScopePath[] | null): Promise<Covered> {
  const { clone, candidate, judged, project, baseline, trees, how, place } = trial;
  const { coverage } = place.policy.tests;
  const insists = candidate.weighed === true || coverage?.enforce === true;
  const allowed = insists ? quickLimit(trial) / 2 : spareTime(baseline);
  if (tookIn(baseline, near) > allowed) return { coverage: null, findings: [] };
  const required = requiredCoverage(candidate.kind, coverage);
  const built = builtOn(judged.tree, trees, how);
  const execution = { ...how, ...built, runner: trees.runner, only: near, timeout_ms: quickLimit(trial) };
  return measureCoverage(clone, candidate.base, judged, project.isTest, required, execution);
}

/** The other tests of the files that prove the change: they are built and run with them anyway. */
function besides(proving: Observation[], passing: Observation[]): Observation[] {
  const files = new Set(proving.map(({ file }) => file));
  return passing.filter(({ file }) => files.has(file));
}
