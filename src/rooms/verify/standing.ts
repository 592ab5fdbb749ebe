import { createHash, randomUUID } from 'node:crypto';
import { readProject } from '../../languages/project.ts';
import { noTests, runTests } from '../../languages/run-tests.ts';
import type { Baselines } from '../../ports/baselines.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { Place } from './candidate.ts';
import { judge } from './judge.ts';

/** How a tree stands against a base, judged like an attempt but for one thing: it need not differ. */
export async function standing(
  clone: Clone,
  base: string,
  tree: string,
  place: Place,
  baselines: Baselines,
): Promise<Verdict> {
  const baseline = () => measure(clone, base, place, baselines);
  const seed = randomUUID();
  const candidate = { base, baseline, tree, must_differ: false, targets_due: true, kind: null, seed };
  const { verdict, judged_tree } = await judge(clone, candidate, place);
  if (judged_tree !== base || verdict.integrity.length > 0) return verdict;
  const warnings = verdict.warnings.filter((warning) => !warning.startsWith('unproven'));
  return { ...verdict, warnings: [...warnings, 'unchanged: there is nothing to judge but what was there before'] };
}

/**
 * What the tests say on base, measured once for a tree and a way of running it where all is well. A failure may be the
 * machine's: once that is mended, a failure remembered would look like one that the change has fixed.
 */
async function measure(clone: Clone, base: string, place: Place, baselines: Baselines): Promise<TestRun> {
  const { policy, target, signal } = place;
  const { runner } = await readProject(clone, base, target, policy);
  if (!runner) return noTests();
  const how = JSON.stringify(['2', base, target.scope, runner.command(null).argv, policy.tests, policy.sandbox]);
  const key = createHash('sha256').update(how).digest('hex');
  const known = await baselines.load(key);
  if (known && isWell(known)) return known;
  const workspace = await clone.workspace('baseline', base);
  const timeout_ms = policy.limits.full_seconds * 1000;
  const run = await runTests({ ...place, workspace, runner, only: null, timeout_ms });
  signal.throwIfAborted();
  if (isWell(run)) await baselines.save(key, run);
  return run;
}

const isWell = ({ outcome, errors, cases }: TestRun): boolean =>
  outcome === 'ok' && errors.length === 0 && cases.every(({ status }) => status === 'passed' || status === 'skipped');
