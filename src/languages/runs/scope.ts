import type { RepoPath, ScopePath } from '../../schema/code/path.ts';

/** The target folder within its repository. A file is named from the one or the other, and renamed here alone. */
export interface Scope {
  holds(path: RepoPath): boolean;
  /** The path as the target names it; null outside of it. */
  nameOf(path: RepoPath): ScopePath | null;
  /** The paths below the target, as it names them; others are left out. */
  inside(paths: Iterable<RepoPath>): ScopePath[];
  fromTop(path: ScopePath): RepoPath;
}

export function scopeAt(scope: string): Scope {
  const prefix = scope === '' ? '' : `${scope}/`;
  const holds = (path: RepoPath) => path.startsWith(prefix);
  const nameOf = (path: RepoPath): ScopePath | null => (holds(path) ? path.slice(prefix.length) : null);
  return {
    holds,
    nameOf,
    inside: (paths) => [...paths].flatMap((path) => nameOf(path) ?? []),
    fromTop: (path) => `${prefix}${path}`,
  };
}
