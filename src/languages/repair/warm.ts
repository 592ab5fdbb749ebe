import type { Edit } from './edits.ts';

/** What a warm worker is told, in `inDir`, and where it answers, in `outDir`. */
export const warmBatchFile = 'warm-batch.json';
export const surveyFile = 'survey.json';
/** A line a candidate: `at`, `failing`, `broken` and `passed`; without a line, it has to be tried in another way. */
export const trialsFile = 'trials.ndjson';

export interface WarmBatch {
  /** Paths are relative to the folder that the worker is started in. Without any, it surveys. */
  candidates: { path: string; edits: readonly Edit[] }[];
  /** Processor time that a test may take where nothing passes to compare it with. */
  each_ms: number;
  all_ms: number;
  /** How many more it tries once a candidate makes everything pass. */
  more: number;
  /** Statuses of the tests on the tree as it is, as the survey found them; null: not surveyed. */
  base: string[] | null;
}

/** What the tests of the tree as it is look like from inside of the worker. */
export interface Survey {
  /** `passed`, `failed` or `skipped`, in the order of collection. */
  tests: string[];
  /** How many failing and passing tests execute each line, by file. */
  lines: Record<string, Record<string, [number, number]>>;
  /** The lines in which tests were that had to be ended, the innermost first. */
  stuck: [string, number][];
}
