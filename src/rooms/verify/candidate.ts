import type { Execution } from '../../languages/runs/run-tests.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import type { TestIdentity, TestRun } from '../../schema/judge/test-run.ts';
import type { TaskKind } from '../../schema/run/task.ts';

export interface Candidate {
  base: string;
  /** What the tests said on base; asked for once tests are to be run, and measured there if nobody has. */
  baseline: (place: Place) => Promise<TestRun>;
  tree: string;
  /** An empty change is no change: true for an attempt, false for who only asks how things stand. */
  must_differ: boolean;
  /** False while later tasks may still fix what fails on base. */
  targets_due: boolean;
  /** Whether somebody asked that a test pass which fails on base. */
  isAsked: (test: TestIdentity) => boolean;
  /** Null where nobody said what kind of change it is. */
  kind: TaskKind | null;
  /** Somebody has already taken all of it into an index or a commit: nothing of it was left behind by chance. */
  taken?: boolean;
  /** A person's own change, which may alter existing tests as long as they pass as base has them. */
  grows?: boolean;
  /** Its review weighs how much of it tests execute: that is measured, though it takes a while. */
  weighed?: boolean;
  /** Unknown to the code that is judged. */
  seed: string;
  parsers: Parsers;
}

export type Place = Pick<Execution, 'sandbox' | 'target' | 'policy' | 'signal' | 'installed'>;
