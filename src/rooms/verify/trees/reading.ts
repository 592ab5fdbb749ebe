import type { Project } from '../../../languages/runs/project.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Candidate, Place } from '../candidate.ts';
import { ofSubmodules, tooLarge, unseen } from '../not-looked.ts';
import { startedOnce } from '../started-once.ts';
import type { Violation } from '../violations.ts';
import { grownBreaches } from './grown.ts';
import { type InnerTests, innerTests, noInnerTests } from './inner-tests.ts';
import type { JudgeTree } from './judge-tree.ts';
import {
  type AddedSupport,
  addedSupport,
  type Checks,
  checksOf,
  noChecks,
  reportedBreaches,
  supportBreaches,
} from './reported.ts';

/** What a change does to tests and what belongs to them, told from its text alone. */
export interface Reading {
  breaches: Violation[];
  inner: InnerTests;
  checks: () => Promise<Checks>;
  /** What it puts beside tests. Read once tests are to be run. */
  support: () => Promise<AddedSupport>;
  /** What of the tests nobody looks at; to read `checks` may add to it. */
  notLooked: Finding[];
}

export async function readChange(
  clone: Clone,
  candidate: Candidate,
  judged: JudgeTree,
  { runner, isTest, used }: Project & { used: ReadonlyMap<RepoPath, string> },
  baseline: TestRun,
  { policy, target }: Place,
): Promise<Reading> {
  const within = { scope: target.scope, unlock: policy.unlock, isTest, mayGrow: candidate.grows === true };
  const sides = { base: candidate.base, judged: judged.tree };
  const inner = runner ? await innerTests(clone, sides, judged, runner, within) : noInnerTests;
  const reported = reportedBreaches(judged, baseline, { ...within, mixed: inner.mixed });
  const base = runner && { clone, base: candidate.base, runner, baseline, used };
  const notLooked = runner
    ? [
        ...unseen(runner, baseline, judged.changes, isTest),
        ...ofSubmodules(target.submodules, baseline, judged.changes),
      ]
    : [];
  const checks = startedOnce(async () => (base ? checksOf(base, within, () => notLooked.push(tooLarge)) : noChecks));
  const supporting = await supportBreaches(judged, checks, within);
  return {
    breaches: [...inner.violations, ...reported, ...supporting, ...grownBreaches(judged, baseline, within)],
    inner,
    checks,
    support: async () => (base ? addedSupport(base, judged, checks, within) : noSupport),
    notLooked,
  };
}

const noSupport: AddedSupport = { files: [], openable: new Set(), walkers: [] };
