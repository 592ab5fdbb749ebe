import { createHash } from 'node:crypto';
import { isProtected } from '../../code/protected.ts';
import { failureSignature } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import { type Case, type Observation, passRule, provingTests } from '../../core/pass-rule.ts';
import type { RunState, TaskState } from '../../core/run-state.ts';
import { prefixOf, readProject } from '../../languages/project.ts';
import { noTests } from '../../languages/run-tests.ts';
import { syntaxErrors } from '../../languages/syntax.ts';
import type { Clone } from '../../ports/repo.ts';
import type { PawlEvent } from '../../schema/event.ts';
import { type TestRun, testRunSchema } from '../../schema/test-run.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { type Room, taskIn } from '../room.ts';
import { analyse } from './analyse.ts';
import { runControl } from './control.ts';
import { execute } from './execute.ts';
import { type JudgeTree, judgeTree } from './judge-tree.ts';
import { observe } from './observe.ts';
import { emptyVerdict, ruled, shortened, unended } from './verdict.ts';

/** The Tester: judges an attempt on a clean tree by executing it. Stages are fast first and fail fast. */
export const verify: Room<'verify', 'repo' | 'sandbox' | 'blobs'> = async function* (
  step,
  context,
  { repo, sandbox, blobs },
) {
  const { state, policy, target, signal } = context;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  if (!attempt?.finished || !task.parent || !state.baseline) throw new Error('nothing to verify');
  const started = performance.now();

  const clone = await repo.clone(state.run, target);
  const base = await clone.treeOf(task.parent);
  const { runner, isTest } = await readProject(clone, base, target, policy, attempt.finished.tree);
  const judge = await judgeTree(clone, base, attempt.finished.tree, {
    isTest,
    unlock: policy.unlock,
    scope: target.scope,
  });

  const early = await beforeTests(clone, base, judge);
  const outcome = early ?? (await testing());
  const verdict = shortened({ ...outcome.verdict, duration_ms: Math.round(performance.now() - started) });

  if (judge.violations.length > 0 && attempt.integrity.length === 0) yield* violated(step.task, step.attempt, judge);
  if (verdict.status !== 'pass') {
    for (const analysis of analyse(outcome.verdict, outcome.run)) {
      const known = attempt.analyses.some((earlier) => earlier.test === analysis.test);
      if (!known) yield { type: 'failure.analysed', task: step.task, attempt: step.attempt, ...analysis };
    }
  }
  yield {
    type: 'verdict.reached',
    task: step.task,
    attempt: step.attempt,
    verdict,
    judged_tree: judge.tree,
    signature: verdict.status === 'pass' ? null : signatureOf(outcome.verdict, outcome.run),
    crashed: outcome.run?.outcome === 'crash' || outcome.run?.outcome === 'memory',
    hung: outcome.run?.outcome === 'timeout',
    run_ref: outcome.run ? await blobs.put(JSON.stringify(outcome.run)) : null,
  };

  async function testing(): Promise<Outcome> {
    const baseline = testRunSchema.parse(JSON.parse(await blobs.text(state.baseline?.run_ref ?? '')));
    const added_tests = judge.added_tests.map((path) => path.slice(prefixOf(target.scope).length));
    const proof = judge.added_tests.length > 0 ? await clone.overlay(base, judge.tree, judge.added_tests) : null;
    const trees = { base, judged: judge.tree, proof, added_tests };
    const how = { sandbox, target, policy, timeout_ms: timeLimit(policy.limits, baseline), signal };
    const runs = runner
      ? await execute(clone, runner, trees, baseline, how)
      : { base: baseline, now: noTests(), again: null, base_again: null, proof: null };
    if (runs.now.outcome !== 'ok') return { verdict: unended(runs.now), run: runs.now };
    const tests: Observation[] = observe(runs, added_tests, policy.tests.tolerate);
    const input: Case = {
      differs: judge.tree !== base,
      tests,
      targets_due: isLastTask(state, task),
      control: 'none',
      evidence: runner ? runner.evidence : 'none',
      docs_only: task.task.kind === 'docs' && judge.changes.every((change) => isDocumentation(change.path)),
    };
    const first = passRule(input);
    if (!first.pass || runner?.evidence !== 'report') return { verdict: ruled(runs.now, tests, first), run: runs.now };
    const mark = createHash('sha256').update(`${state.run} ${judge.tree}`).digest('hex').slice(0, 10);
    const control = await runControl(clone, judge.tree, provingTests(first), { ...how, runner }, mark);
    const ruling = passRule({ ...input, control: control.result });
    const verdict = { ...ruled(runs.now, tests, ruling), control: control.result };
    return { verdict: { ...verdict, warnings: [...verdict.warnings, ...control.passed] }, run: runs.now };
  }
};

interface Outcome {
  verdict: Verdict;
  run: TestRun | null;
}

/** What can be told without running anything: tampering, nothing changed, files that do not parse. */
async function beforeTests(clone: Clone, base: string, judge: JudgeTree): Promise<Outcome | null> {
  if (judge.violations.length > 0) {
    const warnings = judge.violations.map(({ file, rule }) => `${file} is protected (${rule}): put it back as it was`);
    return { verdict: { ...emptyVerdict, stopped_at: 'integrity', integrity: judge.violations, warnings }, run: null };
  }
  if (judge.tree === base)
    return { verdict: { ...emptyVerdict, stopped_at: 'rule', warnings: ['rule 1: the change is empty'] }, run: null };
  const present = judge.changes.filter((change) => change.status !== 'deleted');
  const texts = await Promise.all(
    present.map(async ({ path }) => ({ path, text: (await clone.read(judge.tree, path)) ?? '' })),
  );
  const syntax_errors = await syntaxErrors(texts);
  if (syntax_errors.length === 0) return null;
  const many = new Set(syntax_errors.map((error) => error.file)).size >= 3;
  return {
    verdict: {
      ...emptyVerdict,
      stopped_at: 'syntax',
      syntax_errors,
      recommendation: many ? 'escalate_tier' : 'fix_required',
    },
    run: null,
  };
}

function* violated(task: string, attempt: number, judge: JudgeTree): Generator<PawlEvent> {
  const rules = [...new Set(judge.violations.map(({ rule }) => rule))];
  for (const rule of rules.slice(0, 8)) {
    const files = judge.violations.filter((violation) => violation.rule === rule).map(({ file }) => clip(file, 200));
    yield { type: 'integrity.violated', task, attempt, files: files.slice(0, 20), rule: clip(rule, 200) };
  }
}

function signatureOf(verdict: Verdict, run: TestRun | null): string {
  const errors = new Map(run?.cases.map((test) => [test.id, test.error]));
  return failureSignature({
    syntax: verdict.syntax_errors,
    failures: verdict.test_failures.map(({ test, error }) => {
      const known = errors.get(test);
      return { test, error: known ? { type: known.type, message: known.message } : { type: '', message: error } };
    }),
    errors: run?.errors ?? [],
    outcome: `${run?.outcome ?? ''} ${verdict.stopped_at} ${verdict.integrity.map(({ file }) => file).join(' ')}`,
  });
}

/** Generous against the baseline, so that a hang is noticed long before the full limit. */
function timeLimit(limits: { verify_seconds: number; full_seconds: number }, baseline: TestRun): number {
  return Math.min(limits.full_seconds * 1000, limits.verify_seconds * 1000 + baseline.duration_ms * 5);
}

/** Earlier tasks of a plan need not fix everything that fails on base: the last one must. */
const isLastTask = (state: RunState, task: TaskState): boolean =>
  state.tasks.every((other) => other === task || other.improvement || other.status === 'completed');

const isDocumentation = (path: string): boolean =>
  /\.(md|mdx|rst|txt|adoc)$/i.test(path) || /(^|\/)docs?\//.test(path) || isProtected(path, () => false, true) !== null;
