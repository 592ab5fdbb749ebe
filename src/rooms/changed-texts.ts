import { structureOf } from '../languages/registry.ts';
import { RepoError } from '../ports/errors.ts';
import type { Clone, FileChange } from '../ports/outside/repo.ts';

/** The files that a change leaves behind and whose structure can be read, by their paths. */
export function changedTexts(clone: Clone, tree: string, changes: FileChange[]): Promise<Map<string, string>> {
  const readable = changes.filter(({ status, path }) => status !== 'deleted' && structureOf(path) !== null);
  return textsOf(
    clone,
    tree,
    readable.map(({ path }) => path),
  );
}

/** None where they are too large to be read at once: what they are for can be done without them. */
export async function textsOf(clone: Clone, tree: string, paths: string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  try {
    return await clone.readMany(tree, paths);
  } catch (error) {
    if (error instanceof RepoError) return new Map();
    throw error;
  }
}
