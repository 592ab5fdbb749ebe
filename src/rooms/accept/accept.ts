import { matchesAny } from '../../code/globs.ts';
import { clip } from '../../core/clip.ts';
import { compact } from '../../core/judge/criteria.ts';
import { lastAttempt, type TaskState } from '../../core/task/task-state.ts';
import { readProject } from '../../languages/runs/project.ts';
import { noTests, runTests } from '../../languages/runs/run-tests.ts';
import { type TestRun, testRunSchema } from '../../schema/judge/test-run.ts';
import type { EventOf } from '../../schema/run/event.ts';
import { checkCriteria } from '../criteria.ts';
import type { Room } from '../room.ts';

/**
 * The final check once all tasks are done: runs the whole suite on the combined tree, unless exactly this tree was
 * judged before, and checks each criterion with its proof.
 */
export const accept: Room<'accept', 'repo' | 'sandbox' | 'blobs'> = async function* (_step, context, world) {
  const { state, policy, target, signal } = context;
  const { sandbox, blobs } = world;
  const clone = await world.repo.clone(state.run, target);
  const tree = await clone.treeOf(state.landing.rebased?.tip ?? state.tip);
  const tasks = state.tasks.filter(({ improvement }) => !improvement);
  const judged = tasks.map((task) => judgedAt(task, tree)).find((one) => one !== null) ?? null;
  const baseline = state.baseline ? await runOf(state.baseline.run_ref) : noTests();
  const run = judged === null ? await wholeSuite(tree) : judged.run_ref === null ? null : await runOf(judged.run_ref);
  const criteria = [];
  for (const task of tasks) {
    const checked = judgedAt(task, tree) ? (lastAttempt(task)?.review?.criteria ?? null) : null;
    for (const criterion of checked ?? (await again(task))) criteria.push({ task: task.task.id, ...criterion });
  }
  yield {
    type: 'criteria.checked',
    tree,
    judged: judged !== null,
    failures: (judged === null && run ? newFailures(run) : []).slice(0, 8).map((test) => clip(test, 150)),
    criteria: compact(criteria, 5500),
  };

  async function runOf(ref: string): Promise<TestRun> {
    return testRunSchema.parse(JSON.parse(await blobs.text(ref)));
  }

  async function wholeSuite(whole: string): Promise<TestRun> {
    const { runner } = await readProject(clone, whole, target, policy);
    if (!runner) return noTests();
    const workspace = await clone.workspace('judge', whole);
    const timeout_ms = policy.limits.full_seconds * 1000;
    const result = await runTests({ sandbox, workspace, target, policy, runner, only: null, timeout_ms, signal });
    signal.throwIfAborted();
    return result;
  }

  /** What fails now and did not on what was judged last; a run without an end is a failure by itself. */
  function newFailures({ outcome, cases, errors }: TestRun): string[] {
    const failing = (status: string) => status === 'failed' || status === 'error';
    const before = new Set(baseline.cases.filter(({ status }) => failing(status)).map(({ id }) => id));
    const loads = new Set(baseline.errors.map(({ file }) => file));
    return [
      ...cases
        .filter(({ id, file, status }) => failing(status) && !before.has(id) && !isTolerated(id, file))
        .map(({ id }) => id),
      ...errors
        .filter(({ file }) => !loads.has(file))
        .map(({ file, message }) => `${file ?? 'the test runner'}: ${message}`),
      ...(outcome === 'ok' ? [] : [`the tests did not come to an end (${outcome})`]),
    ];
  }

  function isTolerated(id: string, file: string): boolean {
    return matchesAny(id, policy.tests.tolerate) || matchesAny(file, policy.tests.tolerate);
  }

  /** The criteria of a task on the tree that all tasks came to, which is another than its own. */
  async function again(task: TaskState) {
    const { acceptance, proofs: planned = [] } = task.task;
    const { changes } = await clone.diff(await clone.treeOf(task.parent ?? state.base), tree);
    const developer = lastAttempt(task)?.finished?.proofs ?? [];
    // What a later run calls proving is its own task's: then it is enough that a test passes still.
    const { proving, ...whole } = run ?? noTests();
    const own = judgedAt(task, tree) && proving ? { ...whole, proving } : whole;
    const named = { acceptance, planned, developer };
    const now = await checkCriteria(named, { tree, changes, run: run && own, baseline }, clone, {
      ...context,
      sandbox,
    });
    return now.map((criterion, index) => stricterRow(criterion, reviewedAs(task, index)));
  }
};

type Checked = EventOf<'criteria.checked'>['criteria'][number];
type Row = Omit<Checked, 'task'>;

/** The event of its own tree's verdict, where that is this tree. */
function judgedAt(task: TaskState, tree: string): EventOf<'verdict.reached'> | null {
  const judged = lastAttempt(task)?.judged ?? null;
  return task.commit !== null && judged?.judged_tree === tree ? judged : null;
}

const reviewedAs = (task: TaskState, index: number): Row | null => lastAttempt(task)?.review?.criteria?.[index] ?? null;

/** What did not prove a criterion when it was new proves it no better because it still passes. */
function stricterRow(now: Row, before: Row | null): Row {
  return before !== null && before.state !== 'proven' && now.state === 'proven' ? before : now;
}
