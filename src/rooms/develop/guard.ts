import { plainPath } from '../../agents/sight.ts';
import { matchesAny } from '../../code/globs.ts';
import { breachOf, type Protecting } from '../../languages/judging/protection/breach.ts';
import { grownManifests } from '../../languages/judging/protection/manifests.ts';
import { isProtected } from '../../languages/judging/protection/protected.ts';
import { filesIn } from '../../languages/runs/project.ts';
import type { Scope } from '../../languages/runs/scope.ts';
import type { Assignment } from '../../ports/outside/developer.ts';
import type { Clone, Workspace } from '../../ports/outside/repo.ts';
import type { RepoPath } from '../../schema/code/path.ts';

export type Guard = Pick<Assignment, 'isProtected' | 'breach'>;

interface Guarded extends Pick<Protecting, 'isTest' | 'used'> {
  clone: Clone;
  base: string;
  /** The whole work folder, of which the scope may be a part. */
  workspace: Workspace;
  scope: Scope;
  /** Files that a person opened. */
  unlock: string[];
}

/** What the developer may not change, by the rules of the judge; paths are named from the scope. */
export async function guardOf({ clone, base, workspace, scope, isTest, used, unlock }: Guarded): Promise<Guard> {
  const files = await filesIn(clone, base, '');
  const before = new Set<RepoPath>(await clone.list(base));
  return {
    isProtected: (name) => {
      const path = scope.fromTop(plainPath(name));
      return !matchesAny(path, unlock) && (used.has(path) || isProtected(path, isTest, before.has(path)) !== null);
    },
    async breach(name, content) {
      const path = scope.fromTop(plainPath(name));
      if (matchesAny(path, unlock)) return null;
      const status = before.has(path) ? 'modified' : 'added';
      const isGrown = async () => (await grownManifests([path], files, { read: readWanted })).has(path);
      return breachOf(
        { path, base: await clone.read(base, path), now: content, status },
        { isTest, used, before, isGrown },
      );

      async function readWanted(other: string): Promise<string | null> {
        if (other === path) return content;
        const bytes = await workspace.read(other);
        return bytes && new TextDecoder().decode(bytes);
      }
    },
  };
}
