import type { Clone, Target } from '../../ports/repo.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { usedByTests } from '../judging/used/used.ts';
import type { Files, Runner } from '../runner.ts';
import { detectRunner } from './detect.ts';
import { scopeAt } from './scope.ts';

/** What a tree is to its tests. */
export interface Project {
  runner: Runner | null;
  isTest(path: RepoPath): boolean;
  paths: ScopePath[];
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
  brought: RepoPath[] = [],
): Promise<Project> {
  const all = [...(await clone.list(tree)), ...brought];
  const files = filesOf(all, target.scope, (path) => clone.read(tree, path));
  const runner = await detectRunner(files, policy.tests);
  const { nameOf } = scopeAt(target.scope);
  return {
    runner,
    isTest: (path) => {
      const name = nameOf(path);
      return runner !== null && name !== null && runner.isTest(name);
    },
    paths: files.paths,
  };
}

/** What the tests of a tree use besides themselves, each with why. */
export async function usedIn(
  clone: Clone,
  tree: string,
  { scope }: Target,
  { tests }: Policy,
): Promise<ReadonlyMap<RepoPath, string>> {
  const used = await usedByTests(await filesIn(clone, tree, scope), tests);
  const { fromTop } = scopeAt(scope);
  return new Map([...used].map(([path, why]) => [fromTop(path), why]));
}

/** The files of a tree as a language sees them: those below the scope, named from there. */
export function filesOf(paths: RepoPath[], scope: string, read: (path: RepoPath) => Promise<string | null>): Files {
  const { inside, fromTop } = scopeAt(scope);
  return { paths: inside(paths), read: (path) => read(fromTop(path)) };
}

/** The files of a tree, many of which can be read at once. */
export async function filesIn(clone: Clone, tree: string, scope: string): Promise<Files> {
  const { fromTop } = scopeAt(scope);
  return {
    ...filesOf(await clone.list(tree), scope, (path) => clone.read(tree, path)),
    async readMany(paths) {
      const texts = await clone.readMany(tree, paths.map(fromTop));
      return new Map(paths.flatMap((path) => readAs(path, texts.get(fromTop(path)))));
    },
  };
}

const readAs = (path: ScopePath, text: string | undefined): [ScopePath, string][] =>
  text === undefined ? [] : [[path, text]];
