import { isReshaped } from '../../code/patch/reshaped.ts';
import { isPruned } from '../../code/pruned.ts';
import { isSameCode } from '../../languages/checks/same-code.ts';
import { isDocumentation, isForTools } from '../../languages/judging/reach/kinds.ts';
import { structureOf } from '../../languages/registry.ts';
import type { Clone, FileChange } from '../../ports/outside/repo.ts';
import type { RepoPath } from '../../schema/code/path.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import { changedTexts, textsOf } from '../changed-texts.ts';

/** A change whose kind nobody has stated. */
export interface UnnamedChange {
  /** Trees. */
  base: string;
  tree: string;
  changes: FileChange[];
  patch: string;
  isTest: (path: RepoPath) => boolean;
  /** A file as it is now with base's own tests inside of it, by its text on base and now. */
  withBaseTests: (path: RepoPath, before: string, now: string) => Promise<string>;
}

/**
 * Detects the kind of a change: documentation, a refactoring if it cannot change what the product does, otherwise a
 * feature. Commit messages are not evidence; a person can state the kind with `--kind`.
 */
export async function kindOf(change: UnnamedChange, clone: Clone): Promise<TaskKind> {
  const { base, tree, changes, patch, isTest } = change;
  const code = changes.filter(({ path }) => !isDocumentation(path));
  const product = code.filter(({ path }) => !isTest(path) && !isForTools(path));
  if (code.length === 0) return 'docs';
  if (product.length === 0 || (await isShaped())) return 'refactor';
  return 'feature';

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
