import type { Clone, Target } from '../ports/repo.ts';
import type { Policy } from '../schema/policy.ts';
import { detectRunner } from './detect.ts';
import type { Files, Runner } from './runner.ts';
import { prefixOf } from './scope.ts';
import { type Used, usedByTests } from './used/used.ts';

/** What a tree is to its tests. */
export interface Project {
  runner: Runner | null;
  /** Named from the top of the repository. */
  isTest(path: string): boolean;
  /** The paths below the scope, named from there. */
  paths: string[];
}

/**
 * Reads a tree. Its own configuration chooses the runner; `brought` are paths that a change adds, so that a project
 * without any test may bring its first ones.
 */
export async function readProject(
  clone: Clone,
  tree: string,
  target: Target,
  policy: Policy,
  brought: string[] = [],
): Promise<Project> {
  const all = [...(await clone.list(tree)), ...brought];
  const files = filesOf(all, target.scope, (path) => clone.read(tree, path));
  const runner = await detectRunner(files, policy.tests);
  const prefix = prefixOf(target.scope);
  return {
    runner,
    isTest: (path) => runner !== null && path.startsWith(prefix) && runner.isTest(path.slice(prefix.length)),
    paths: files.paths,
  };
}

/** What the tests of a tree use besides themselves, named from the top of the repository, each with why. */
export async function usedIn(clone: Clone, tree: string, { scope }: Target, { tests }: Policy): Promise<Used> {
  const used = await usedByTests(await filesIn(clone, tree, scope), tests);
  return new Map([...used].map(([path, why]) => [`${prefixOf(scope)}${path}`, why]));
}

/** The files of a tree as a language sees them: those below the scope, named from there. */
export function filesOf(paths: string[], scope: string, read: (path: string) => Promise<string | null>): Files {
  const prefix = prefixOf(scope);
  return {
    paths: paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
    read: (path) => read(`${prefix}${path}`),
  };
}

/** The files of a tree, many of which can be read at once. */
export async function filesIn(clone: Clone, tree: string, scope: string): Promise<Files> {
  const prefix = prefixOf(scope);
  return {
    ...filesOf(await clone.list(tree), scope, (path) => clone.read(tree, path)),
    async readMany(paths) {
      const texts = await clone.readMany(
        tree,
        paths.map((path) => `${prefix}${path}`),
      );
      return new Map([...texts].map(([path, text]) => [path.slice(prefix.length), text]));
    },
  };
}
