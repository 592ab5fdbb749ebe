import type { Files } from '../languages/runner.ts';
import type { Proposal } from './candidate.ts';
import type { Evidence } from './evidence.ts';

/** A named function or method, by its lines. */
export interface Span {
  name: string;
  from: number;
  to: number;
}

/** A file that may hold the fault. */
export interface Source {
  path: string;
  text: string;
  spans: Span[];
  propose(evidence: Evidence): Proposal[];
}

export const isScript = (path: string): boolean => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path);

/** The project as the repairer sees it. */
export interface Ground {
  files: Files;
  isTest(path: string): boolean;
  /** Tests and whatever else judges: never edited. */
  isProtected(path: string): boolean;
}
