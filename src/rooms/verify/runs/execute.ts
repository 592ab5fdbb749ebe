import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import { putInto, type Trees } from '../trees/trees.ts';
import { newlyHanging } from '../unended.ts';
import { baseAgain } from './base-again.ts';
import { builtOn } from './candidate-build.ts';
import { joined } from './joined.ts';
import { doubtful, type Runs, stricterIn, within } from './observe.ts';
import { ofFile } from './of-file.ts';

/**
 * Runs everything that the pass rule needs to know, each in a clean tree of its own: all tests, or those of some files.
 * Base's tests run without the test files that the change adds: most runners load those into the same process, where
 * they could forge the others' results. Added tests run apart, and prove only themselves. `affected` is asked for only
 * where a test changes its mind.
 */
export async function execute(
  clone: Clone,
  trees: Trees,
  baseline: TestRun,
  affected: () => Promise<string[] | null>,
  how: Omit<Execution, 'workspace'>,
): Promise<Runs> {
  const { runner, only } = how;
  const narrowed = (run: TestRun) => (only === null ? run : within(run, only));
  const on = async (tree: string, files: string[] | null, patches?: Trees['spliced']): Promise<TestRun> => {
    const workspace = await clone.workspace('judge', tree);
    if (patches) await putInto(workspace, patches);
    const by = patches === trees.spliced || tree === trees.base ? runner : trees.runner;
    const run = await runTests({ ...how, ...builtOn(tree, trees, how), runner: by, workspace, only: files });
    how.signal.throwIfAborted();
    return run;
  };
  const added = only === null ? trees.added : [];
  const base = narrowed(baseline);
  const now = narrowed(await whole());
  const runs: Runs = {
    base,
    now,
    again: null,
    base_again: null,
    proof: null,
    stricter: new Set(),
    takenOut: trees.takenOut,
    affected: null,
  };
  if (now.outcome === 'ok' && runner.evidence === 'exit_code' && only === null)
    runs.fails_without = await failsWithout();
  if (now.outcome !== 'ok' || runner.evidence !== 'report') return runs;
  if (newlyHanging(base, now).length > 0) return runs; // Another look would take as long again.

  const files = doubtful(base, now);
  if (files === null || files.length > 0) {
    runs.again = await secondRun(files);
    const failed = new Set(now.cases.filter(({ status }) => status !== 'passed').map(({ id }) => id));
    const passed = runs.again.cases.filter(({ id, status }) => status === 'passed' && failed.has(id));
    if (passed.length > 0) {
      const moody = new Set(passed.map(({ id }) => id));
      runs.affected = await affected();
      const isReached = runs.affected === null || runs.affected.length > 0;
      if (isReached)
        runs.base_again = await baseAgain(moody, (part) => on(trees.base, part === 'alone' ? files : only));
    }
  }
  if (trees.proof && only === null) {
    const { tree, spliced } = trees.proof;
    const prove = async (files: string[]) => ofFile(await on(tree, files, spliced), files);
    runs.proof = await prove(trees.changed_tests);
    runs.stricter = new Set(await stricter(runs.proof, prove));
  }
  return runs;

  /** A test that base has may fail there by chance: only one that does so twice shows anything. */
  async function stricter(proof: TestRun, prove: (files: string[]) => Promise<TestRun>): Promise<string[]> {
    const once = stricterIn(base, proof, trees.grown);
    if (once.length === 0) return [];
    const files = [...new Set(proof.cases.filter(({ id }) => once.includes(id)).map(({ file }) => file))];
    const twice = stricterIn(base, await prove(files), trees.grown);
    return once.filter((id) => twice.includes(id));
  }

  async function whole(): Promise<TestRun> {
    const none = baseline.cases.length + baseline.errors.length === 0 && runner.evidence === 'report';
    if (added.length === 0) return on(trees.bare, only, trees.spliced);
    const apart = async () => ofFile(await on(trees.judged, added), added);
    if (none) return apart();
    const first = await on(trees.bare, only, trees.spliced);
    return first.outcome === 'ok' ? joined(first, await apart(), trees.grown) : first;
  }

  /** Where only an exit code is known: base's command ends well, and with the change's tests it does not. */
  async function failsWithout(): Promise<boolean> {
    if (!trees.proof || runner.parts || baseline.exit_code !== 0 || now.exit_code !== 0) return false;
    const proof = await on(trees.proof.tree, null, trees.proof.spliced);
    return proof.outcome === 'ok' && proof.exit_code !== null && proof.exit_code !== 0;
  }

  async function secondRun(files: string[] | null): Promise<TestRun> {
    if (files === null) return whole();
    const apart = files.filter((file) => added.includes(file));
    const together = files.filter((file) => !apart.includes(file) || trees.grown.includes(file));
    if (together.length === 0) return ofFile(await on(trees.judged, apart), apart);
    const run = await on(trees.bare, together, trees.spliced);
    return apart.length === 0 ? run : joined(run, ofFile(await on(trees.judged, apart), apart), trees.grown);
  }
}
