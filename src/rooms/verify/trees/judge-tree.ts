import { matchesAny } from '../../../code/globs.ts';
import { foldedTwins } from '../../../code/odd-names.ts';
import { isByHand, isCompiled, leftBehind } from '../../../languages/ignore-lines.ts';
import { breachOf } from '../../../languages/judging/protection/breach.ts';
import { isManifest } from '../../../languages/judging/protection/manifests.ts';
import { isWritten } from '../../../languages/judging/protection/protected.ts';
import { findShadows } from '../../../languages/judging/shadows.ts';
import { addedPackages, isWithin } from '../../../languages/runs/added-packages.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone, FileChange } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { Violation } from '../violations.ts';

export interface JudgeTree {
  /** Base plus the attempt's own files, with what is protected as it is on base. */
  tree: string;
  changes: FileChange[];
  added_tests: RepoPath[];
  /** Folders of packages that it adds. */
  added_packages: RepoPath[];
  /** Their manifests and those that name them: without any, their tests could not even be started on base. */
  package_manifests: RepoPath[];
  /** Existing ones that a person's own change may alter: base's tests are judged without what it makes of them. */
  grown_tests: RepoPath[];
  /** Added ones, and those that a person opened and the change alters. */
  changed_tests: RepoPath[];
  /** Changes to what is protected, which the tree has as base has it. */
  put_back: Violation[];
  /** Added files that the tree still has and that nothing may add. */
  violations: Violation[];
  /** What tools left behind: no part of the change. */
  left_behind: RepoPath[];
}

export interface Rules {
  isTest: (path: RepoPath) => boolean;
  /** Files that steer base's tests without being tests, each with why it is protected. */
  used: ReadonlyMap<RepoPath, string>;
  /** Changed manifests that at most name more packages of their own tree. */
  grown: ReadonlySet<RepoPath>;
  /** The id of base's runner; null where there is none. */
  runner: string | null;
  /** Files that a person opened. */
  unlock: string[];
  scope: string;
  /** Whether existing tests may be altered, as long as they pass as base has them. */
  mayGrow: boolean;
  /** Whether files may lie there that no change was meant to have. */
  mayBeLeft: boolean;
}

/** Takes from an attempt only what it may change. */
export async function judgeTree(
  clone: Clone,
  base: string,
  attempt: string,
  changes: FileChange[],
  rules: Rules,
): Promise<JudgeTree> {
  const paths = await clone.list(base);
  const before = new Set(paths);
  const put_back: Violation[] = [];
  const left_behind: RepoPath[] = [];
  const allowed: FileChange[] = [];
  const grown: RepoPath[] = [];
  const added = new Set(changes.filter(({ status }) => status === 'added').map(({ path }) => path));
  const mayLeave = rules.mayBeLeft && added.size > 0;
  const isLeft = mayLeave ? leftBehind(paths, [...added]) : () => false;
  for (const change of changes) {
    const isOpen = matchesAny(change.path, rules.unlock);
    const mayBeLeft = rules.mayBeLeft && change.status === 'added' && !isOpen;
    const isNamedSo = isLeft(change.path);
    if (mayBeLeft && (isNamedSo || change.insertions === 0)) {
      const text = (await clone.read(attempt, change.path)) ?? '';
      if (isNamedSo ? !isByHand(change.path, text) : isCompiled(text)) {
        left_behind.push(change.path);
        continue;
      }
    }
    const isFree = isOpen || isOfAddedTest(change.path, added, rules.isTest);
    if (!isFree && mayBeLeft && isWritten(change.path)) {
      left_behind.push(change.path);
      continue;
    }
    const rule = isFree ? null : await breachIn(clone, base, attempt, change, before, rules);
    const isGrown = rule !== null && rules.mayGrow && mayGrow(change, rules);
    if (isGrown) grown.push(change.path);
    if (rule && !isGrown) put_back.push({ file: change.path, rule, added: change.status === 'added' });
    else allowed.push(change);
  }
  const violations = await shadowsIn(clone, base, attempt, allowed, rules);
  const added_packages = addedPackages(paths, pathsOf(allowed.filter((change) => change.status === 'added')));
  const tests = allowed.filter((change) => change.status !== 'deleted' && rules.isTest(change.path));
  return {
    tree: allowed.length === changes.length ? attempt : await clone.overlay(base, attempt, pathsOf(allowed)),
    changes: allowed,
    added_tests: pathsOf(tests.filter((change) => change.status === 'added')),
    added_packages,
    package_manifests: pathsOf(allowed).filter(
      (path) =>
        added_packages.length > 0 && (rules.grown.has(path) || (isManifest(path) && isWithin(path, added_packages))),
    ),
    grown_tests: grown,
    changed_tests: pathsOf(tests),
    put_back,
    violations,
    left_behind,
  };
}

/** An existing test, and nothing that steers tests. */
const mayGrow = ({ path, status }: FileChange, { isTest, used, scope }: Rules): boolean =>
  status === 'modified' && isTest(path) && !used.has(path) && scopeAt(scope).holds(path);

/** The snapshots of a test file that the change adds, which it adds with it. */
function isOfAddedTest(path: RepoPath, added: ReadonlySet<RepoPath>, isTest: Rules['isTest']): boolean {
  if (!added.has(path)) return false;
  const test = path.replace(/__snapshots__\/(?=[^/]+\.snap$)/, '').replace(/\.snap$/, '');
  if (test !== path && added.has(test) && isTest(test)) return true;
  const [, folder, name] = /^((?:.*\/)?)__snapshots__\/([^/]+?)(?:\.[^./]+)?(?:\/.*)?$/.exec(path) ?? [];
  return (
    folder !== undefined && [...added].some((one) => isTest(one) && one.replace(/\.[^./]+$/, '') === `${folder}${name}`)
  );
}

/** Added modules that a loader would take instead of others. */
async function shadowsIn(
  clone: Clone,
  base: string,
  attempt: string,
  allowed: FileChange[],
  { isTest, scope, unlock, runner }: Rules,
): Promise<Violation[]> {
  const { inside, fromTop } = scopeAt(scope);
  const added = allowed.filter(({ path, status }) => status === 'added' && !matchesAny(path, unlock));
  if (added.length === 0) return [];
  const [before, candidate] = await Promise.all([filesIn(clone, base, scope), filesIn(clone, attempt, scope)]);
  const shadows = await findShadows({
    added: inside(pathsOf(added)),
    base: before,
    candidate,
    isTest: (path) => isTest(fromTop(path)),
    ...(runner !== null && { runner }),
  });
  const twins = foldedTwins(pathsOf(added), await clone.list(attempt));
  const hidden = shadows.map(({ file, rule }) => ({ file: fromTop(file), rule }));
  return [...twins, ...hidden].map((violation) => ({ ...violation, added: true }));
}

const pathsOf = (changes: FileChange[]): RepoPath[] => changes.map((change) => change.path);

async function breachIn(
  clone: Clone,
  base: string,
  attempt: string,
  { path, status }: FileChange,
  before: ReadonlySet<RepoPath>,
  { isTest, used, scope, grown }: Rules,
): Promise<string | null> {
  if (!scopeAt(scope).holds(path)) return 'outside the target';
  const [old, now] = await Promise.all([clone.read(base, path), clone.read(attempt, path)]);
  const change = { path, base: old, now, status };
  return breachOf(change, { isTest, used, before, isGrown: (each) => grown.has(each) });
}
