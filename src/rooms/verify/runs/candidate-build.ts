import type { Runner } from '../../../languages/runner.ts';
import { givenBuild, needsOf } from '../../../languages/runs/command.ts';
import type { Execution } from '../../../languages/runs/run-tests.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Place } from '../candidate.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import type { Trees } from '../trees/trees.ts';
import { runTool } from './tool.ts';

/**
 * What the runs of a candidate start from that changes what is built; undefined where base's build will do. It is made
 * once, apart from any test: code that a test runs could leave another in its place.
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
  if (!built || !changed.some(built.isSource)) return undefined;
  const build = built.command();
  const command = { ...build, provide: { ...build.provide, ...givenBuild(runner, base) } };
  const timeout_ms = place.policy.limits.full_seconds * 1000;
  const { files } = await runTool(clone, 'build', tree, { command, ...needsOf(runner) }, { ...place, timeout_ms });
  return files[built.file];
}

/** A run on base never starts from what a candidate made. */
export function builtOn(
  tree: string,
  { base, bare, judged }: Pick<Trees, 'base' | 'bare' | 'judged'>,
  { built, rebuilt }: Pick<Execution, 'built' | 'rebuilt'>,
): Pick<Execution, 'built'> {
  const isCandidate = tree !== base && (tree === bare || tree === judged);
  return { built: isCandidate ? (rebuilt ?? built) : built };
}
