import { importErrors } from '../../../languages/checks/imports.ts';
import type { Runner } from '../../../languages/runner.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { ScopePath } from '../../../schema/code/path.ts';
import type { TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';
import type { Candidate } from '../candidate.ts';

/**
 * The tests that fail on base and that the change must make pass: those that were asked for, those that reach the
 * changed files, and those that import something base lacks. If only an exit code is known, tests cannot be told apart.
 */
export async function targetsOf(
  clone: Clone,
  { base, isAsked, targets_due }: Pick<Candidate, 'base' | 'isAsked' | 'targets_due'>,
  baseline: TestRun,
  affected: () => Promise<ScopePath[] | null>,
  { runner, scope }: { runner: Runner; scope: string },
): Promise<(test: TestIdentity) => boolean> {
  const failed = baseline.cases.filter(({ status }) => status === 'failed' || status === 'error');
  if (!targets_due || failed.length + baseline.errors.length === 0) return isAsked;
  if (runner.evidence !== 'report') return () => true;
  const { fromTop, nameOf } = scopeAt(scope);
  const reached = new Set<ScopePath | null>(await affected());
  // An error of the runner itself names no file.
  const failing = new Set([...failed.map(({ file }) => file), ...baseline.errors.flatMap(({ file }) => file ?? [])]);
  const lacking = await importErrors(await filesIn(clone, base, ''), [...failing].map(fromTop), { installed: null });
  for (const { file } of lacking) reached.add(nameOf(file));
  return (test) => isAsked(test) || reached.has(test.file);
}
