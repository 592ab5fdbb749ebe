import { matchesAny } from '../../code/globs.ts';
import { prefixOf } from '../../languages/scope.ts';
import type { TestRun } from '../../schema/test-run.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { JudgeTree } from './judge-tree.ts';

/** Changes to files that held base's tests, whatever they are called: base's own report names them. */
export function reportedBreaches(
  { changes }: JudgeTree,
  baseline: TestRun,
  { unlock, scope, mixed }: { unlock: string[]; scope: string; mixed: ReadonlySet<string> },
): Verdict['integrity'] {
  const prefix = prefixOf(scope);
  const tests = new Set(baseline.cases.map(({ file }) => `${prefix}${file}`));
  return changes
    .filter(({ path, status }) => status !== 'added' && tests.has(path) && !matchesAny(path, unlock))
    .filter(({ path }) => !mixed.has(path))
    .map(({ path }) => ({ file: path, rule: 'existing test' }));
}
