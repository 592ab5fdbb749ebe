import { matchesAny } from '../../../code/globs.ts';
import type { Observation } from '../../../core/judge/pass-rule.ts';
import { isInert } from '../../../languages/judging/reach/kinds.ts';
import { reachedFrom } from '../../../languages/judging/reach/reach.ts';
import { hasAliases } from '../../../languages/judging/used/used.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import { putInto, type Trees } from '../trees/trees.ts';
import type { Violation } from '../violations.ts';

export interface Ablation {
  /** Code or configuration without which the fixed tests fail, although nothing leads from them to it. */
  violations: Violation[];
  /** Data of which the same is true. */
  unreached: RepoPath[];
}

const nothing: Ablation = { violations: [], unreached: [] };
const rule = 'the fixed tests need it, but nothing they use refers to it';

/**
 * Whether the fixed tests pass with only the changed files that they lead to. On base they fail, so then those files are
 * what fixes them; else something else does, which loads itself.
 */
export async function ablate(
  clone: Clone,
  trees: Trees,
  fixed: Observation[],
  used: ScopePath[],
  how: Omit<Execution, 'workspace' | 'only'>,
): Promise<Ablation> {
  const { target, policy, runner } = how;
  const scope = scopeAt(target.scope);
  const { changes } = await clone.diff(trees.base, trees.bare);
  const changed = changes.map(({ path }) => path);
  if (fixed.length === 0 || changed.length === 0) return nothing;
  // Where a report does not say in which file a test is, it may be in any.
  const tests = fixed.every(({ file }) => file !== '') ? [...new Set(fixed.map(({ file }) => file))] : [];
  const [files, base] = await Promise.all([
    filesIn(clone, trees.bare, target.scope),
    filesIn(clone, trees.base, target.scope),
  ]);
  const inScope = scope.inside(changed);
  const deleted = inScope.filter((path) => !files.paths.includes(path));
  const reached = await reachedFrom({
    files,
    base,
    changed: inScope,
    links: await runner.links(files, deleted),
    // Aliases of the configuration lead on, where it is base's own.
    starts: [...(tests.length > 0 ? tests : used), ...base.paths.filter(hasAliases)],
    built: policy.tests.build.length > 0,
  });
  const isReached = (path: RepoPath) => {
    const name = scope.nameOf(path);
    return name !== null && reached.has(name);
  };
  const needed = changed.filter((path) => isReached(path) || matchesAny(path, policy.unlock));
  const rest = changed.filter((path) => !needed.includes(path));
  if (rest.length === 0 || (await passesWith(needed))) return nothing;

  const data = rest.filter(isInert);
  const others = rest.filter((path) => !isInert(path));
  if (data.length > 0 && (await passesWith([...needed, ...data]))) return { violations: [], unreached: data };
  // A test that fails by chance is no proof.
  if (others.length === 0 || (await passesWith(needed))) return nothing;
  const added = new Set(changes.filter(({ status }) => status === 'added').map(({ path }) => path));
  return { violations: others.map((file) => ({ file, rule, added: added.has(file) })), unreached: [] };

  async function passesWith(paths: RepoPath[]): Promise<boolean> {
    const workspace = await clone.workspace('ablation', await clone.overlay(trees.base, trees.bare, paths));
    await putInto(workspace, new Map([...trees.spliced].filter(([path]) => paths.includes(path))));
    const run = await runTests({ ...how, workspace, only: tests.length > 0 ? tests : null });
    how.signal.throwIfAborted();
    await workspace.dispose();
    return run.outcome === 'ok' && fixed.every((test) => passes(run, test));
  }
}

function passes(run: TestRun, { id, file, of }: Observation): boolean {
  if (of === 'runner') return run.errors.every((error) => error.file !== null);
  if (of === 'file') return run.errors.every((error) => error.file !== file);
  return run.cases.some((test) => test.id === id && test.status === 'passed');
}
