import { ignoring } from '../code/ignore.ts';
import { scopeAt } from '../languages/runs/scope.ts';
import type { HiddenPlace } from '../ports/outside/developer.ts';
import type { Clone } from '../ports/outside/repo.ts';
import type { ScopePath } from '../schema/code/path.ts';

/**
 * Which files no model may see: those that `.pawlignore` names, at the top of the repository and at the top of the
 * target, and any `.pawl/state`: a repository that ships one forges what earlier runs have shown. It is read from the
 * tree that the run began with.
 */
export async function hiddenIn(clone: Clone, tree: string, scope: string): Promise<(path: ScopePath) => boolean> {
  const { fromTop } = scopeAt(scope);
  const above = ignoring((await clone.read(tree, '.pawlignore')) ?? '');
  const inScope = scope === '' ? () => false : ignoring((await clone.read(tree, fromTop('.pawlignore'))) ?? '');
  return (path) => shippedState.test(fromTop(path)) || above(fromTop(path)) || inScope(path);
}

const shippedState = /(?:^|\/)\.pawl\/state(?:\/|$)/i;

/** The fewest places that hide exactly the hidden ones of these paths, which are named from the top as the places are. */
export function hiddenPlaces(paths: readonly string[], isHidden: (path: string) => boolean): HiddenPlace[] {
  const hidden = paths.filter(isHidden);
  const all = countByFolder(paths);
  const unseen = countByFolder(hidden);
  const places = new Map<string, HiddenPlace['kind']>();
  for (const path of hidden) {
    const folders = foldersOf(path);
    const firstVisible = folders.findIndex((folder) => unseen.get(folder) !== all.get(folder));
    const folder = folders.slice(0, firstVisible === -1 ? folders.length : firstVisible).at(-1);
    places.set(folder ?? path, folder === undefined ? 'file' : 'folder');
  }
  return [...places].map(([path, kind]) => ({ path, kind }));
}

/** The folders above a path, the nearest first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

function countByFolder(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}
