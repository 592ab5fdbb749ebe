import { z } from 'zod';

export const testErrorSchema = z.object({
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  file: z.string().nullable(),
  line: z.number().int().nullable(),
  /** The process of the tests ended with it, and with that all tests of this file, folder or run that were still to come. */
  ends: z.enum(['file', 'folder', 'run']).optional(),
});

/** Which test it is: the same in every run. */
export interface TestIdentity {
  /** As it is printed: `file > suite > name`. No two tests of a run have the same. */
  id: string;
  /** Relative to the target; '' where the report names none. */
  file: string;
  /** From the outermost suite to the test's own. */
  names: string[];
}

const caseSchema = z.object({
  id: z.string(),
  file: z.string(),
  names: z.array(z.string()),
  line: z.number().int().nullable(),
  status: z.enum(['passed', 'failed', 'error', 'skipped']),
  duration_ms: z.number(),
  error: testErrorSchema.nullable(),
});

/** Runs that older versions stored have one `name`, joined as it is printed. */
const olderCaseSchema = z
  .looseObject({ name: z.string() })
  .transform(({ name, ...test }) => ({ names: name.split(' > '), ...test }))
  .pipe(caseSchema);

export const testRunSchema = z.object({
  runner: z.string(),
  /** `ok`: the runner finished and its report could be read, even if tests failed. */
  outcome: z.enum(['ok', 'timeout', 'crash', 'no_report', 'cancel', 'output_limit', 'memory']),
  /** `report`: each test known by name; `exit_code`: only the command's exit code is known. */
  evidence: z.enum(['report', 'exit_code']),
  cases: z.array(z.union([caseSchema, olderCaseSchema])),
  /** Faults outside any test: a file that does not load, a runner that dies. */
  errors: z.array(testErrorSchema),
  /** How long the tests took; of a runner that builds first, as far as it tells them apart. */
  duration_ms: z.number(),
  /** The additional time of builds; absent without a build. */
  building_ms: z.number().optional(),
  /** What base's build has made, as its runner packs it, for others to start from. */
  built: z.string().optional(),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Tests, snapshots, configuration and the like that were written while the tests ran; absent: not known. */
  touched: z.array(z.string()).optional(),
  /** Ids of the tests that fail without the change and pass with it; absent: nobody looked. */
  proving: z.array(z.string()).optional(),
  /** The end of the output, stripped of terminal escapes. */
  output_tail: z.string(),
});

/** A test that fails, or what failed where no test did, and its error in short. */
export const failingTestSchema = z.object({ test: z.string(), error: z.string() });

export type FailingTest = z.infer<typeof failingTestSchema>;
export type TestError = z.infer<typeof testErrorSchema>;
export type TestCase = z.infer<typeof caseSchema>;
/** What one execution of a test runner said, read from its own machine-readable report. */
export type TestRun = z.infer<typeof testRunSchema>;
