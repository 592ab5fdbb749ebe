import type { Files } from '../runner.ts';

/** An added file that a loader would now pick instead of another one, and what it would replace. */
export interface Shadow {
  file: string;
  rule: string;
}

export interface Additions {
  /** Paths that the change adds, relative to the scope as all of these are. */
  added: string[];
  base: Files;
  candidate: Files;
  isTest(path: string): boolean;
  /** The id of base's runner, which decides how modules are found; absent: whatever the manifests name. */
  runner?: string;
}

export type FindShadows = (additions: Additions) => Promise<Shadow[]>;
