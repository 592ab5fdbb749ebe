import { matchesAny } from '../../../code/globs.ts';
import { type Regions, regionsOf } from '../../../languages/judging/regions/regions.ts';
import type { Runner } from '../../../languages/runner.ts';
import { isWithin } from '../../../languages/runs/added-packages.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { Violation } from '../violations.ts';
import type { JudgeTree } from './judge-tree.ts';

/** What a change does to the tests that stand inside of product files. */
export interface InnerTests {
  violations: Violation[];
  /** Files that got new tests. */
  added: RepoPath[];
  /** Files whose tests a person's own change alters. */
  grown: RepoPath[];
  /** Files of the product that held tests on base. */
  mixed: ReadonlySet<RepoPath>;
  /** Changed files with base's tests in them, and no others. */
  spliced: ReadonlyMap<RepoPath, string>;
  /** Base's files with the new tests in them. */
  proof: ReadonlyMap<RepoPath, string>;
  /** Where product code newly asks whether it is being tested. */
  asking: Finding[];
}

interface Within {
  scope: string;
  unlock: string[];
  isTest: (path: RepoPath) => boolean;
  /** Whether existing tests may be altered, as long as they pass as base has them. */
  mayGrow: boolean;
}

export const noInnerTests: InnerTests = {
  violations: [],
  added: [],
  grown: [],
  mixed: new Set(),
  spliced: new Map(),
  proof: new Map(),
  asking: [],
};

export async function innerTests(
  clone: Clone,
  trees: { base: string; judged: string },
  { changes, added_packages }: Pick<JudgeTree, 'changes' | 'added_packages'>,
  runner: Runner,
  { scope, unlock, isTest, mayGrow }: Within,
): Promise<InnerTests> {
  const { nameOf } = scopeAt(scope);
  const base = await filesIn(clone, trees.base, scope);
  const regionsAt = await regionsOf(runner, base);
  const regions = new Map<RepoPath, Regions>();
  for (const { path } of changes) {
    const name = nameOf(path);
    const reader = name === null || isTest(path) ? null : await regionsAt(name);
    if (reader) regions.set(path, reader);
  }
  if (regions.size === 0) return noInnerTests;
  const [before, after] = await Promise.all([
    clone.readMany(trees.base, [...regions.keys()]),
    clone.readMany(trees.judged, [...regions.keys()]),
  ]);
  const tests = {
    violations: [] as Violation[],
    added: [] as RepoPath[],
    grown: [] as RepoPath[],
    mixed: new Set<RepoPath>(),
    spliced: new Map<RepoPath, string>(),
    proof: new Map<RepoPath, string>(),
    asking: [] as Finding[],
  };
  for (const [path, { changed, added, withBase, asking }] of regions) {
    const [old, now] = [before.get(path) ?? '', after.get(path)];
    if (added('', old).length > 0) tests.mixed.add(path);
    if (now === undefined) continue;
    const names = matchesAny(path, unlock) ? [] : changed(old, now);
    const isGrown = names.length > 0 && mayGrow;
    if (isGrown) tests.grown.push(path);
    else if (names.length > 0)
      tests.violations.push({ file: path, rule: `existing test: ${names.slice(0, 5).join(', ')}`, added: false });
    const spliced = withBase(old, now);
    if (spliced !== now) tests.spliced.set(path, spliced);
    const isNew = isGrown || added(old, now).length > 0;
    if (isNew) tests.added.push(path);
    // Of a new package base has nothing but its tests.
    if (isWithin(path, added_packages) || (isNew && before.has(path))) tests.proof.set(path, withBase(now, old));
    for (const what of asking(old, now))
      tests.asking.push({
        kind: 'surroundings',
        file: path,
        text: `${path} checks whether it is running in a test: ${what}`,
      });
  }
  tests.violations.push(...(await replaced()));
  return tests;

  /** Files that hold nothing but tests, as another file says that declares them. */
  async function replaced(): Promise<Violation[]> {
    const violations: Violation[] = [];
    for (const [path, { testFiles, declarersOf = () => [] }] of regions) {
      const inner = nameOf(path);
      if (inner === null || !before.has(path) || matchesAny(path, unlock)) continue;
      const declarers = declarersOf(inner).filter((path) => base.paths.includes(path));
      for (const [declarer, text] of (await base.readMany?.(declarers)) ?? [])
        if (testFiles(declarer, text).includes(inner))
          violations.push({ file: path, rule: 'existing test', added: false });
    }
    return violations;
  }
}
