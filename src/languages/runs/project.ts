import type { Clone, Target } from '../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { usedByTests } from '../judging/used/used.ts';
import type { Files, Runner } from '../runner.ts';
import { addedPackages, withAdded } from './added-packages.ts';
import { detectRunner } from './detect.ts';
import { scopeAt } from './scope.ts';

/** What a tree is to its tests. */
export interface Project {
  runner: Runner | null;
  isTest(path: RepoPath): boolean;
  paths: ScopePath[];
}

/** What a change adds, and the tree that has it. */
export interface Brought {
  tree: string;
  paths: RepoPath[];
  /** Manifests in which it may name packages that it adds, and steers nothing else. */
  grown?: ReadonlySet<RepoPath>;
}

/**
 * Reads a tree. Its own configuration chooses the runner; with what a change adds a project without any test may bring
 * its first ones, and packages that are new are tested as well.
 */
export async function readProject(
  clone: Clone,
  tree: string,
  target: Target,
  policy: Policy,
  brought: Brought = { tree, paths: [] },
): Promise<Project> {
  const { nameOf, inside, fromTop } = scopeAt(target.scope);
  const before = await clone.list(tree);
  const files = filesOf([...before, ...brought.paths], target.scope, (path) => clone.read(tree, path));
  const folders = addedPackages(inside(before), inside(brought.paths));
  const grown = inside(brought.grown ?? []);
  const read = (path: ScopePath) => clone.read(brought.tree, fromTop(path));
  const change = { folders, grown, read };
  const runner = await withAdded(await detectRunner(files, policy.tests), change, files, policy.tests);
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
