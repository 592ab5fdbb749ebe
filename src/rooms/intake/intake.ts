import { cannotStart } from '../../languages/runs/fitness.ts';
import { filesIn, readProject } from '../../languages/runs/project.ts';
import { noTests, runTests } from '../../languages/runs/run-tests.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Room } from '../room.ts';

/** Makes the private clone and measures what the tests say before anything is changed. */
export const intake: Room<'intake', 'repo' | 'sandbox' | 'blobs'> = async function* (
  _step,
  context,
  { repo, sandbox, blobs },
) {
  const { state, policy, target, signal } = context;
  const clone = await repo.clone(state.run, target);
  const tree = await clone.treeOf(state.base);
  const { runner } = await readProject(clone, tree, target, policy);

  const workspace = await clone.workspace('baseline', tree);
  const timeout_ms = policy.limits.full_seconds * 1000;
  const run = runner
    ? await runTests({ sandbox, workspace, target, policy, runner, only: null, timeout_ms, signal })
    : noTests();
  signal.throwIfAborted();
  await workspace.dispose();
  const unfit = await cannotStart(run, await filesIn(clone, tree, target.scope));
  if (unfit !== null) throw new Unfit(unfit, 'tests_cannot_start');

  const passed = run.cases.filter((test) => test.status === 'passed').length;
  const failed = run.cases.filter((test) => test.status === 'failed' || test.status === 'error').length;
  yield {
    type: 'baseline.measured',
    tree,
    runner: runner?.id ?? null,
    total: run.cases.length,
    passed,
    failed: failed + run.errors.length,
    duration_ms: Math.round(run.duration_ms),
    run_ref: await blobs.put(JSON.stringify(run)),
  };
};
