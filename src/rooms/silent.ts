import { onlyComments } from '../languages/checks/only-comments.ts';
import type { Clone, FileChange } from '../ports/outside/repo.ts';

/** Whether a change says nothing to a machine: it can break no test. */
export async function isSilent(
  clone: Clone,
  base: string,
  { tree, changes }: { tree: string; changes: FileChange[] },
): Promise<boolean> {
  if (changes.length === 0 || changes.some(({ status }) => status !== 'modified')) return false;
  const paths = changes.map(({ path }) => path);
  const [before, after] = await Promise.all([clone.readMany(base, paths), clone.readMany(tree, paths)]);
  return paths.every((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    return old !== undefined && now !== undefined && onlyComments(path, old, now);
  });
}
