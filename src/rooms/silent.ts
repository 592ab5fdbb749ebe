import { onlyComments } from '../languages/checks/only-comments.ts';
import type { Clone, FileChange } from '../ports/outside/repo.ts';
import type { Parsers } from '../schema/code/tree.ts';

/** Whether a change says nothing to a machine: it can break no test. */
export async function isSilent(
  clone: Clone,
  base: string,
  { tree, changes }: { tree: string; changes: FileChange[] },
  parsers: Parsers,
): Promise<boolean> {
  if (changes.length === 0 || changes.some(({ status }) => status !== 'modified')) return false;
  const paths = changes.map(({ path }) => path);
  const [before, after] = await Promise.all([clone.readMany(base, paths), clone.readMany(tree, paths)]);
  for (const path of paths) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === undefined || now === undefined || !(await onlyComments(path, old, now, parsers))) return false;
  }
  return true;
}
