import type { Workspace } from '../ports/outside/repo.ts';
import type { TestRun } from '../schema/judge/test-run.ts';
import type { Ground } from './places/ground.ts';
import type { Bench } from './trials/bench.ts';

/** What the search took. */
export interface Figures {
  candidates: number;
  /** Seconds in which they were tried. */
  seconds: number;
  /** Edits that make everything pass. */
  plausible: number;
}

export interface SearchParts {
  workspace: Workspace;
  bench: Bench;
  ground: Ground;
  /** The files of the tests that fail. */
  tests: string[];
  /** The whole suite on the tree that it starts from. */
  whole: TestRun;
  tolerate: string[];
  /** Milliseconds that are left, at least 1. */
  remaining(): number;
  /** Candidates in all. */
  most: number;
  /** Faults that are repaired one after the other. */
  faults: number;
}
