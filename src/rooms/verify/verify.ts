import { failureSignature } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import { findingsOf, sentenceOf } from '../../core/judge/findings.ts';
import { askedFor } from '../../core/judge/targets.ts';
import type { RunState } from '../../core/run/run-state.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import { crashesAnew } from '../../languages/reports/crash.ts';
import { testRunSchema } from '../../schema/judge/test-run.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import { noting } from '../noting.ts';
import { foldersFor, type Room, taskIn, withLeave } from '../room.ts';
import type { Thinkers } from '../think.ts';
import { type Analysis, type Failed, failuresIn, groupsOf } from './advice/analyse.ts';
import { askAnalyst } from './advice/ask-analyst.ts';
import { secondLook } from './advice/second-look.ts';
import { type Judgement, judge } from './judge.ts';
import { executionOf } from './remember.ts';
import { shortened } from './shortened.ts';
import { isHung } from './unended.ts';

/** The Tester: judges an attempt and writes down what it found, with what the evidence says about each failure. */
export const verify: Room<'verify', 'sandbox' | 'memory' | keyof Thinkers> = async function* (step, context, world) {
  const { repo, sandbox, blobs, memory, clock, parsers } = world;
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
    parsers,
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
  const failures = verdict.status === 'pass' ? [] : failuresIn(verdict, run);
  if (passedBefore && verdict.status !== 'pass') {
    yield* remembered(failures, []);
    yield withoutTests(passedBefore, verdict);
    return;
  }
  if (attempt.integrity.length === 0) yield* violations(step.task, step.attempt, judgement);
  const analyses = failures.length === 0 ? [] : yield* analysed();
  yield* remembered(failures, analyses);
  yield reached;

  /** One event for each kind of failure; those that the journal has from before an interruption stand. */
  async function* analysed(): AsyncGenerator<PawlEvent, Analysis[]> {
    const groups = groupsOf(failures);
    const topGroups = groups.slice(0, mostKinds);
    const earlier = attempt?.analyses ?? [];
    const isKnown = ({ signature }: { signature?: string | undefined }) =>
      earlier.some((analysis) => analysis.signature === signature);
    const all = topGroups.every(([first]) => isKnown(first))
      ? earlier
      : yield* askAnalyst(topGroups, reached, run, task, context, world);
    const left_out = groups.length - topGroups.length;
    for (const [index, analysis] of all.entries()) {
      if (isKnown(analysis)) continue;
      const more = index === all.length - 1 && left_out > 0 ? { left_out } : {};
      yield { type: 'failure.analysed', task: step.task, attempt: step.attempt, ...analysis, ...more };
    }
    return all;
  }

  /** The debug memory has the attempt before the journal has its verdict; it takes each once. */
  async function* remembered(failed: Failed[], explanations: Analysis[]): AsyncGenerator<PawlEvent, void> {
    const finished = attempt?.finished;
    if (!finished) return;
    const execution = executionOf({
      ...{ run: state.run, at: clock.now(), reached, finished, failures: failed, analyses: explanations, tests: run },
      baseline: await candidate.baseline(),
    });
    const { code_hash } = execution;
    const done = yield* noting(step.task, async () => {
      await memory.remember(execution);
      if (verdict.status !== 'pass')
        await memory.credit({ run: state.run, task: step.task, attempt: step.attempt }, false);
      await memory.tidy();
      return true;
    });
    if (!done || attempt?.remembered === code_hash) return;
    const count = execution.failures.length + execution.left_out;
    yield { type: 'execution.remembered', task: step.task, attempt: step.attempt, code_hash, failures: count };
  }
};

/** So many kinds of failures of an attempt are told one by one. */
const mostKinds = 8;

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
