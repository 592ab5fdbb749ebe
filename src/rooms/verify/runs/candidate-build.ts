import type { Runner } from '../../../languages/runner.ts';
import { givenBuild, needsOf } from '../../../languages/runs/run-tests.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Place } from '../candidate.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { runTool } from './tool.ts';

/**
 * What the runs of a judgement start from: base's build, or one of the candidate where it changes what is built. That is
 * made once, apart from any test: code that a test runs could leave another in its place.
 */
export async function candidateBuild(
  clone: Clone,
  { changes }: JudgeTree,
  tree: string,
  { built: base }: TestRun,
  { runner, place }: { runner: Runner; place: Place },
): Promise<string | undefined> {
  const { built } = runner;
  const changed = scopeAt(place.target.scope).inside(changes.map(({ path }) => path));
  if (!built || !changed.some(built.isSource)) return base;
  const made = built.command();
  const command = { ...made, provide: { ...made.provide, ...givenBuild(runner, base) } };
  const timeout_ms = place.policy.limits.full_seconds * 1000;
  const { files } = await runTool(clone, 'build', tree, { command, ...needsOf(runner) }, { ...place, timeout_ms });
  return files[built.file] ?? base;
}
