import { failureSignature } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import { findingsOf, sentenceOf } from '../../core/judge/findings.ts';
import { askedFor } from '../../core/judge/targets.ts';
import type { RunState, TaskState } from '../../core/run/run-state.ts';
import { crashesAnew } from '../../languages/reports/crash.ts';
import { testRunSchema } from '../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import { foldersFor, type Room, taskIn, withLeave } from '../room.ts';
import type { Thinkers } from '../think.ts';
import { analyse } from './advice/analyse.ts';
import { askAnalyst } from './advice/ask-analyst.ts';
import { secondLook } from './advice/second-look.ts';
import { type Judgement, judge } from './judge.ts';
import { isHung, shortened } from './verdict.ts';

/** The Tester: judges an attempt and writes down what it found, with what the evidence says about each failure. */
export const verify: Room<'verify', 'sandbox' | keyof Thinkers> = async function* (step, context, world) {
  const { repo, sandbox, blobs } = world;
  const { state, policy, target, signal } = context;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  const baseline = task.baseline ?? state.baseline;
  if (!attempt?.finished || !task.parent || !baseline) throw new Error('nothing to verify');

  const clone = foldersFor(task, policy, await repo.clone(state.run, target));
  const { run_ref } = baseline;
  const candidate = {
    base: await clone.treeOf(task.parent),
    baseline: async () => testRunSchema.parse(JSON.parse(await blobs.text(run_ref))),
    tree: attempt.finished.tree,
    must_differ: true,
    targets_due: isLastTask(state, task),
    isAsked: askedFor(`${state.request}\n${task.task.title}`, policy.targets),
    kind: task.task.kind,
    seed: state.run,
  };
  const judgement = await judge(clone, candidate, { sandbox, target, policy: withLeave(policy, task), signal });
  const { run } = judgement;
  const wantsSecondLook = policy.roles.tester !== undefined && judgement.verdict.status === 'pass';
  const verdict = wantsSecondLook
    ? yield* secondLook(judgement, task, step.attempt, context, world)
    : judgement.verdict;

  const reached: EventOf<'verdict.reached'> = {
    type: 'verdict.reached',
    task: step.task,
    attempt: step.attempt,
    verdict: shortened(verdict),
    judged_tree: judgement.judged_tree,
    signature: verdict.status === 'pass' ? null : signatureOf({ ...judgement, verdict }),
    crashed: verdict.status !== 'pass' && run !== null && crashesAnew(run, await candidate.baseline()),
    hung: run?.outcome === 'timeout' || isHung(verdict),
    run_ref: run ? await blobs.put(JSON.stringify(run)) : null,
  };
  const passedBefore = attempt.before_tests?.judged;
  if (passedBefore && verdict.status !== 'pass') {
    yield withoutTests(passedBefore, verdict);
    return;
  }
  if (attempt.integrity.length === 0) yield* violations(step.task, step.attempt, judgement);
  if (verdict.status !== 'pass') {
    for (const [index, analysis] of analyse(verdict, run).entries()) {
      if (attempt.analyses.some((earlier) => earlier.test === analysis.test)) continue;
      const finalAnalysis = index === 0 ? yield* askAnalyst(analysis, reached, task, context, world) : analysis;
      yield { type: 'failure.analysed', task: step.task, attempt: step.attempt, ...finalAnalysis };
    }
  }
  yield reached;
};

/** The change passed before tests were added to it: tests that it does not pass with are left out, and it is said why. */
function withoutTests(before: EventOf<'verdict.reached'>, verdict: BareVerdict) {
  const text = clip(`its tests were dropped, because the change does not pass with them: ${whyNot(verdict)}`, 400);
  const findings = [...findingsOf(before.verdict), { kind: 'test_engineer' as const, text }];
  return { ...before, verdict: shortened({ ...before.verdict, findings }) };
}

function whyNot({ test_failures: [failure], runtime_errors: [error], findings: [finding] }: BareVerdict): string {
  if (failure) return `${failure.test}: ${failure.error}`;
  return error?.message ?? (finding ? sentenceOf(finding) : 'no pass');
}

function* violations(task: string, attempt: number, judgement: Judgement): Generator<PawlEvent> {
  const rules = [...new Set(judgement.violations.map(({ rule }) => rule))];
  for (const rule of rules.slice(0, 8)) {
    const files = judgement.violations
      .filter((violation) => violation.rule === rule)
      .map(({ file }) => clip(file, 200));
    yield { type: 'integrity.violated', task, attempt, files: files.slice(0, 20), rule: clip(rule, 200) };
  }
}

function signatureOf({ verdict, run }: Pick<Judgement, 'run'> & { verdict: BareVerdict }): string {
  const errors = new Map(run?.cases.map((test) => [test.id, test.error]));
  return failureSignature({
    syntax: verdict.syntax_errors,
    failures: verdict.test_failures.map(({ test, error }) => {
      const testError = errors.get(test);
      return {
        test,
        error: testError ? { type: testError.type, message: testError.message } : { type: '', message: error },
      };
    }),
    errors: run?.errors ?? [],
    outcome: `${run?.outcome ?? ''} ${verdict.stopped_at} ${verdict.integrity.map(({ file }) => file).join(' ')}`,
  });
}

/** Earlier tasks of a plan need not fix everything that fails on base: the last one must. */
const isLastTask = (state: RunState, task: TaskState): boolean =>
  state.tasks.every((other) => other === task || other.improvement || other.status === 'completed');
