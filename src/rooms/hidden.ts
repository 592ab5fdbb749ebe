import { ignoring } from '../code/ignore.ts';
import { prefixOf } from '../languages/scope.ts';
import type { Clone } from '../ports/repo.ts';

/**
 * Which files no model may see: those that `.pawlignore` names, at the top of the repository and at the top of the
 * target. It is read from the tree that the run began with; paths are asked for from the scope.
 */
export async function hiddenIn(clone: Clone, tree: string, scope: string): Promise<(path: string) => boolean> {
  const prefix = prefixOf(scope);
  const above = ignoring((await clone.read(tree, '.pawlignore')) ?? '');
  const own = prefix === '' ? () => false : ignoring((await clone.read(tree, `${prefix}.pawlignore`)) ?? '');
  return (path) => above(`${prefix}${path}`) || own(path);
}
