import { matchesAny } from '../../code/globs.ts';
import type { Runner } from '../../languages/language.ts';
import { filesIn } from '../../languages/project.ts';
import { onlyTestsNeed } from '../../languages/reach/support.ts';
import { prefixOf } from '../../languages/scope.ts';
import { isCheck } from '../../languages/used/used.ts';
import type { Clone } from '../../ports/repo.ts';
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
  const beside = new Set([...tests].map(folderOf).filter((folder) => isCheck.test(folder)));
  const rule = (path: string) =>
    tests.has(path) && !mixed.has(path) ? 'existing test' : beside.has(folderOf(path)) ? 'existing test support' : null;
  return changes
    .filter(({ path, status }) => status !== 'added' && !matchesAny(path, unlock))
    .flatMap(({ path }) => {
      const why = rule(path);
      return why === null ? [] : [{ file: path, rule: why }];
    });
}

/** Changes to files that are called like checks, and that only base's tests need. */
export async function supportBreaches(
  clone: Clone,
  base: string,
  { changes }: JudgeTree,
  runner: Runner,
  { unlock, scope, isTest }: { unlock: string[]; scope: string; isTest: (path: string) => boolean },
): Promise<Verdict['integrity']> {
  const prefix = prefixOf(scope);
  const suspects = changes
    .filter(({ path, status }) => status !== 'added' && path.startsWith(prefix) && !matchesAny(path, unlock))
    .map(({ path }) => path.slice(prefix.length))
    .filter((path) => isCheck.test(folderOf(path)));
  const links = suspects.length === 0 ? null : await runner.links(await filesIn(clone, base, scope), []);
  if (links === null) return [];
  return suspects
    .filter((path) => onlyTestsNeed(path, links, (one) => isTest(`${prefix}${one}`)))
    .map((path) => ({ file: `${prefix}${path}`, rule: 'existing test support' }));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
