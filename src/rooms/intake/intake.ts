import { askedFor } from '../../core/judge/targets.ts';
import { silentPart } from '../../languages/reports/report.ts';
import { cannotStart } from '../../languages/runs/fitness.ts';
import { filesIn, readProject } from '../../languages/runs/project.ts';
import { noTests, runTests } from '../../languages/runs/run-tests.ts';
import { Unfit } from '../../ports/errors.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Room } from '../room.ts';
import { failedIn, firstFailing } from './failing.ts';

/** Makes the private clone and measures what the tests say before anything is changed. */
export const intake: Room<'intake', 'repo' | 'sandbox' | 'blobs' | 'sight'> = async function* (
  _step,
  context,
  { repo, sandbox, blobs, sight },
) {
  const { state, policy, target, signal } = context;
  const clone = await repo.clone(state.run, target);
  const tree = await clone.treeOf(state.base);
  const { runner } = await readProject(clone, tree, target, policy);

  const workspace = await clone.workspace('baseline', tree);
  const timeout_ms = policy.limits.full_seconds * 1000;
  const run = runner
    ? await runTests({ sandbox, workspace, target, policy, runner, only: null, keeps_build: true, timeout_ms, signal })
    : noTests();
  signal.throwIfAborted();
  await workspace.dispose();
  const unfit = await cannotStart(run, await filesIn(clone, tree, target.scope));
  if (unfit !== null) throw new Unfit(unfit, 'tests_cannot_start');

  const missing = policy.targets === undefined ? null : noTarget(run, policy.targets);
  if (missing !== null) throw new Unfit(missing, run.cases.length > 0 ? 'no_such_test' : 'no_tests');

  const passed = run.cases.filter((test) => test.status === 'passed').length;
  const failed = failedIn(run).length;
  const errors = run.errors.filter(({ type }) => type !== silentPart).length;
  yield {
    type: 'baseline.measured',
    tree,
    runner: runner?.id ?? null,
    total: run.cases.length,
    passed,
    // Tests that did not end have not passed.
    failed: failed + errors === 0 && run.outcome !== 'ok' ? 1 : failed + errors,
    duration_ms: Math.round(run.duration_ms),
    run_ref: await blobs.put(JSON.stringify(run)),
    failing: firstFailing(run, sight),
  };
};

/** Why there is nothing to do for who asks that tests be made to pass; null where there is. */
function noTarget(run: TestRun, targets: 'all' | string[]): string | null {
  if (run.outcome !== 'ok') return null;
  if (run.cases.length + run.errors.length === 0) return 'no test ran, so none can be made to pass: see pawl doctor';
  if (targets === 'all') return null;
  const failing = failedIn(run);
  const unknown = targets.filter((name) => !failing.some(askedFor('', [name])));
  const [name] = unknown;
  if (name === undefined || run.errors.length > 0) return null;
  const test = run.cases.find(askedFor('', [name]));
  const is = test
    ? `${test.id} ${test.status === 'skipped' ? 'is skipped' : 'passes already'}`
    : 'there is no test of that name';
  const some = failing.slice(0, 3).map(({ id }) => id);
  const others =
    some.length > 0
      ? `; failing: ${some.join(', ')}${failing.length > 3 ? ` and ${failing.length - 3} more` : ''}`
      : '; no test fails';
  return `${JSON.stringify(name)} is not a failing test: ${is}${others}`;
}
