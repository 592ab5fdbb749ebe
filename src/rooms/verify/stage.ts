import { matchesAny } from '../../code/globs.ts';
import { type Case, type Observation, passRule, type Ruling } from '../../core/judge/pass-rule.ts';
import { isDocumentation } from '../../languages/judging/reach/kinds.ts';
import type { Project } from '../../languages/runs/project.ts';
import type { Execution } from '../../languages/runs/run-tests.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { TestIdentity, TestRun } from '../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import type { Candidate, Place } from './candidate.ts';
import { execute } from './runs/execute.ts';
import { observe, type Runs } from './runs/observe.ts';
import type { JudgeTree } from './trees/judge-tree.ts';
import type { Trees } from './trees/trees.ts';
import { hung, newlyHanging, unended } from './unended.ts';
import { ruled } from './verdict.ts';
import { tampered } from './violations.ts';

/** What is on trial, and against what. */
export interface Charge {
  candidate: Candidate;
  judged: JudgeTree;
  project: Project & { used: ReadonlyMap<RepoPath, string> };
  baseline: TestRun;
  place: Place;
}

/** A trial that has come as far as running tests. */
export interface Trial extends Charge {
  clone: Clone;
  trees: Trees;
  /** How tests are run on any of the trees: all of them, within the time for all. */
  how: Omit<Execution, 'workspace'>;
  /** Whether the change says nothing to a machine. */
  silent: () => Promise<boolean>;
  /** The test files that the change can affect; null: any. */
  affected: () => Promise<ScopePath[] | null>;
  /** Whether the change must make a test pass that fails on base. */
  isTarget: (test: TestIdentity) => boolean;
}

export interface TrialResult {
  verdict: BareVerdict;
  run: TestRun | null;
}

/** One run of the tests, and what the pass rule says of it. */
export interface Stage extends TrialResult {
  run: TestRun;
  runs: Runs;
  input: Case;
  ruling: Ruling;
}

export async function runStage(trial: Trial, how: Trial['how'] = trial.how): Promise<Stage> {
  const { clone, trees, baseline, silent, affected } = trial;
  const { policy } = trial.place;
  const reached = async () => ((await silent()) ? [] : affected());
  const runs = await execute(clone, trees, baseline, reached, how);
  const tests = observe(runs, trees.changed_tests, policy.tests.tolerate, trial.isTarget);
  const input = caseOf(trial, tests);
  const ruling = passRule(input);
  return { verdict: verdict(), run: runs.now, runs, input, ruling };

  function verdict(): BareVerdict {
    const touched = tamperedIn(runs, policy.unlock);
    if (touched.length > 0) return tampered(touched);
    if (runs.now.outcome !== 'ok') return unended(runs.now, baseline);
    return (newlyHanging(baseline, runs.now).length > 0 ? hung : ruled)(runs.now, tests, ruling, baseline);
  }
}

/** What the pass rule is asked about these tests. */
export function caseOf({ candidate, judged, project, baseline, place }: Charge, tests: Observation[]): Case {
  const { runner } = project;
  const isDocumented = judged.changes.length > 0 && codeIn(judged).length === 0;
  return {
    differs: !candidate.must_differ || judged.tree !== candidate.base,
    tests,
    targets_due: candidate.targets_due,
    control: 'none',
    evidence: runner ? runner.evidence : 'none',
    ...(runner?.unguarded && { unguarded: true }),
    docs_only: (candidate.kind ?? 'docs') === 'docs' && isDocumented,
    ...((place.policy.allow_untested || mendsHang(baseline, tests)) && { allow_untested: true }),
  };
}

/** The changes except documentation. */
export const codeIn = ({ changes }: JudgeTree): JudgeTree['changes'] =>
  changes.filter(({ path }) => !isDocumentation(path));

/** Where base's tests did not end, there are tests all the same: those that pass now. */
const mendsHang = (baseline: TestRun, tests: Observation[]): boolean =>
  baseline.outcome !== 'ok' && tests.some(({ of, now }) => of === 'test' && now === 'passed');

/** What judges the code was written while it ran, and on base it was not. */
function tamperedIn({ base, now }: Runs, unlock: string[]): string[] {
  if (!base.touched || !now.touched) return [];
  const usual = new Set(base.touched);
  return now.touched.filter((path) => !usual.has(path) && !matchesAny(path, unlock));
}
