import { isPruned } from '../../code/pruned.ts';
import { isReshaped } from '../../code/reshaped.ts';
import { claimsRefactoring } from '../../core/judge/claim.ts';
import { isSameCode } from '../../languages/checks/same-code.ts';
import { isDocumentation, isForTools } from '../../languages/judging/reach/kinds.ts';
import { structureOf } from '../../languages/registry.ts';
import type { Clone, FileChange } from '../../ports/outside/repo.ts';
import type { RepoPath } from '../../schema/code/path.ts';
import type { KindSource } from '../../schema/judge/review.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import { changedTexts, textsOf } from '../changed-texts.ts';

/** A change of which nobody said what kind it is. */
export interface UnnamedChange {
  /** Trees. */
  base: string;
  tree: string;
  changes: FileChange[];
  patch: string;
  isTest: (path: RepoPath) => boolean;
  verdict: Verdict;
  /** What the commits say that make up the whole change; none where it is not committed. */
  subjects: readonly string[];
  /** A file as it is now with base's own tests inside of it, by its text on base and now. */
  withBaseTests: (path: RepoPath, before: string, now: string) => Promise<string>;
  /** Whether users of the product can use more than before. */
  gains: () => Promise<boolean>;
}

/**
 * What kind of work a change is, told from itself: documentation, a refactoring where nothing the product does can be
 * new, otherwise a feature. Commits that claim to be a refactoring are believed only where tests were seen to execute as
 * many of the changed lines as those of a feature must, and nothing new is offered.
 */
export async function kindOf(change: UnnamedChange, clone: Clone): Promise<{ kind: TaskKind; by: KindSource }> {
  const { base, tree, changes, patch, isTest, verdict, subjects } = change;
  const code = changes.filter(({ path }) => !isDocumentation(path));
  const product = code.filter(({ path }) => !isTest(path) && !isForTools(path));
  if (code.length === 0) return { kind: 'docs', by: 'change' };
  if (product.length === 0 || (await isShaped())) return { kind: 'refactor', by: 'change' };
  const { covered, met } = verdict.coverage ?? { covered: 0, met: false };
  const isBacked = async () => met && covered > 0 && !(await change.gains());
  if (claimsRefactoring(subjects) && (await isBacked())) return { kind: 'refactor', by: 'commits' };
  return { kind: 'feature', by: 'change' };

  async function isShaped(): Promise<boolean> {
    const isProduct = (path: string) => product.some((one) => one.path === path);
    const [before, after] = await Promise.all([changedTexts(clone, base, code), changedTexts(clone, tree, code)]);
    const isSame = async ({ path, status }: FileChange) => {
      const [then, now] = [before.get(path) ?? '', after.get(path) ?? '\0'];
      return status === 'modified' && isSameCode(path, then, await change.withBaseTests(path, then, now));
    };
    const same = await Promise.all(product.map(isSame));
    return (
      same.every(Boolean) ||
      isReshaped(patch, isProduct, { before: before.values(), after: after.values() }) ||
      isPruned(patch, isProduct, await everything())
    );
  }

  async function everything(): Promise<string[]> {
    const paths = (await clone.list(base)).filter((path) => structureOf(path) !== null);
    const texts = await textsOf(clone, base, paths);
    return [...texts.values()];
  }
}
