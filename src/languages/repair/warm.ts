import type { Edit } from './edits.ts';

/** What a warm worker is told, in `inDir`, and where it answers, in `outDir`. */
export const warmBatchFile = 'warm-batch.json';
export const surveyFile = 'survey.json';
/** A line a candidate: `at`, `failing`, `broken` and `passed`; without a line, it has to be tried in another way. */
export const trialsFile = 'trials.ndjson';
/** A line a candidate: `at` (-1: the tree as it is) and `outcomes`, one for each input in the same order. */
export const probesFile = 'probes.ndjson';

/** What a worker does: say what the tests do, try candidates on them, or compare candidates on other inputs. */
type WarmWork = 'survey' | 'try' | 'probe';

export interface WarmBatch {
  work: WarmWork;
  /** Paths are relative to the folder that the worker is started in. */
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
  /** In the same order, where the worker can tell. */
  names?: string[];
  /** How many failing and passing tests execute each line, by file. */
  lines: Record<string, Record<string, [number, number]>>;
  /** The lines in which tests were that had to be ended, the innermost first. */
  stuck: [string, number][];
  /** A test was ended while it worked, and nobody knows where. */
  endless?: boolean;
  /** A test of the worker is several of what the runner counts. */
  coarse?: boolean;
}

/** What came of one input: a digest of the value, `!` with the type of an error, or `endless`. */
export type Outcome = string;

/** The same inputs, made from those that the tests use, on the tree as it is and on each candidate. */
export interface Probes {
  base: Outcome[] | null;
  /** In the order of the candidates; null for one that could not be asked. */
  candidates: (Outcome[] | null)[];
}
