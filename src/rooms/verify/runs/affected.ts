import type { Runner } from '../../../languages/runner.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { ScopePath } from '../../../schema/code/path.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { loadingTime, tookIn } from './observe.ts';

/** Reading every import of a larger tree costs more than it saves. */
const maxFiles = 20_000;
const slowTest = 10_000;

/** The test files that a change can affect, found by imports; null if that cannot be determined. */
export async function affectedBy(
  clone: Clone,
  { tree, changes }: JudgeTree,
  runner: Runner,
  scope: string,
): Promise<ScopePath[] | null> {
  const files = await filesIn(clone, tree, scope);
  if (files.paths.length > maxFiles) return null;
  return runner.related(scopeAt(scope).inside(changes.map(({ path }) => path)), files);
}

/**
 * The files to run before the whole suite, null where that saves nothing: a short suite, or most of a long one. Tests
 * that took over ten seconds wait for the whole suite.
 */
export function firstOf(affected: string[] | null, baseline: TestRun, limit_ms: number): string[] | null {
  if (affected === null) return null;
  const slow = new Set(baseline.cases.filter((test) => test.duration_ms > slowTest).map((test) => test.file));
  const quick = affected.filter((file) => !slow.has(file));
  const allowed = Math.min(baseline.duration_ms / 10, limit_ms / 2);
  const loadingOf = loadingTime(baseline);
  const took = tookIn(baseline, quick) + quick.reduce((sum, file) => sum + loadingOf(file), 0);
  return quick.length > 0 && took <= allowed ? quick : null;
}
