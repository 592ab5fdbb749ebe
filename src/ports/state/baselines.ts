import type { TestRun } from '../../schema/judge/test-run.ts';

/** What tests said on a tree, kept so that they need not be run there again. Kept outside any target. */
export interface Baselines {
  /** Null for one that is not there or cannot be read: it is measured again. */
  load(key: string): Promise<TestRun | null>;
  save(key: string, run: TestRun): Promise<void>;
}
