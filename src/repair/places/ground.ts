import type { Files } from '../../languages/runner.ts';
import type { History } from '../../ports/outside/repo.ts';

/** The project as the repairer sees it. */
export interface Ground {
  files: Files;
  isTest(path: string): boolean;
  /** Tests and whatever else judges: never edited. */
  isProtected(path: string): boolean;
  /** Absent: nobody can tell what was changed lately. */
  history?: History | undefined;
}
