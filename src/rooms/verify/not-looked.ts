import { isUsualTest } from '../../languages/generic/command.ts';
import { mostRead } from '../../languages/judging/reach/checks.ts';
import { isData } from '../../languages/judging/reach/kinds.ts';
import { silentPart } from '../../languages/reports/report.ts';
import type { Runner } from '../../languages/runner.ts';
import { isWithin } from '../../languages/runs/added-packages.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { FileChange, Submodule } from '../../ports/outside/repo.ts';
import type { RepoPath } from '../../schema/code/path.ts';
import type { Finding } from '../../schema/judge/finding.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';

/**
 * Tests that are not run: parts that cannot start, unknown commands, and added tests that base's command does not run.
 */
export function unseen(
  { unrun = [] }: Runner,
  { errors }: TestRun,
  changes: FileChange[],
  isTest: (path: RepoPath) => boolean,
): Finding[] {
  const silent = errors.filter(({ type }) => type === silentPart);
  const added = changes.filter(({ status }) => status === 'added').map(({ path }) => path);
  return [
    ...silent.map(({ file, message }) => notLooked(`${file ?? 'a test command'}: ${message}`)),
    ...unrun.map((line) => notLooked(`the test command also runs \`${line}\`, which Pawl cannot read and did not run`)),
    ...added
      .filter((path) => !isTest(path) && isUsualTest(path) && !isData(path))
      .slice(0, 3)
      .map((path) => notLooked(`${path} looks like a test, but base's test command does not run it`)),
  ];
}

const notLooked = (text: string): Finding => ({ kind: 'not_looked', text });

/** Files of new packages with tests inside of them that nobody heard of. */
export function unheardIn({ cases }: TestRun, added: RepoPath[], packages: RepoPath[], scope: string): Finding[] {
  const { fromTop } = scopeAt(scope);
  const heard = new Set(cases.map(({ file }) => fromTop(file)));
  return added
    .filter((path) => isWithin(path, packages) && !heard.has(path))
    .slice(0, 3)
    .map((path) =>
      notLooked(`${path} has tests that base's test command does not run: make its package part of the workspace`),
    );
}

/**
 * Submodules that are not checked out although tests need them or probably do, and submodules whose commit the change
 * moves.
 */
export function ofSubmodules(submodules: Submodule[] = [], run: TestRun, changes: FileChange[] = []): Finding[] {
  const paths = new Set(changes.map(({ path }) => path));
  const moved = submodules.filter(({ path, there }) => there && paths.has(path));
  return [
    ...unfetched(submodules, run, paths),
    ...moved.map(({ path }) =>
      notLooked(
        `the submodule ${path} moved to another commit, but all tests ran with its files as they lie in the work tree, those of base as well`,
      ),
    ),
  ];
}

function unfetched(submodules: Submodule[], { cases, errors }: TestRun, changed: ReadonlySet<RepoPath>): Finding[] {
  const faults = [...errors, ...cases.flatMap(({ error }) => error ?? [])].map(({ message, stack }) => message + stack);
  const isMissed = (path: RepoPath) =>
    changed.has(path) || isUsualTest(`${path}/any.file`) || faults.some((text) => text.includes(path));
  return submodules
    .filter(({ path, there }) => !there && isMissed(path))
    .map(({ path }) =>
      notLooked(`the submodule ${path} is not there, so what needs it was not tested: git submodule update --init`),
    );
}

export const unjudged = (name: string): Finding =>
  notLooked(`${name} does not end, with or without this change, so other tests of its file may not have run`);

export const tooLarge: Finding = {
  kind: 'not_looked',
  text: `the tree has more than ${mostRead} files, so Pawl did not check whether the change touches files that only tests use`,
};
