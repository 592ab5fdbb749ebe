import { z } from 'zod';

const count = z.number().int().nonnegative();
const text = z.string();

/** A failing test of an execution, in the words of seed 5's debug memory. */
export const failureRecordSchema = z.strictObject({
  test_name: text,
  test_file: text,
  error_type: text,
  error_message: text,
  stack_trace: text,
});

/** What is known of a failure besides. */
export const failureMarkSchema = z.strictObject({
  /** Equal for the same kind of error in any test and file. */
  signature: text,
  /** The error without what differs from case to case. */
  pattern: text,
  /** It passed before the change. */
  broken: z.boolean(),
});

export const analysisRecordSchema = z.strictObject({
  root_cause: text,
  fix_strategy: text,
  confidence: z.number().min(0).max(1),
});

export const testResultsSchema = z.strictObject({
  total: count,
  passed: count,
  failed: count,
  errors: count,
  skipped: count,
  duration_ms: z.number().nonnegative(),
});

export const environmentSchema = z.strictObject({ node_version: text, test_framework: text });

export const changeRecordSchema = z.strictObject({
  files: z.array(text),
  /** What the developer said that it did. */
  description: text,
  insertions: count,
  deletions: count,
});

/** One judged attempt. `run`, `task`, `attempt` and `code_hash` name it: remembering it again changes nothing. */
export const executionSchema = z.strictObject({
  run: text,
  task: text,
  attempt: z.number().int().positive(),
  /** When it was judged, ISO 8601. */
  at: text,
  /** SHA-256 of the name of the judged tree. */
  code_hash: z.string().regex(/^[0-9a-f]{64}$/),
  tree: text,
  tier: text,
  passed: z.boolean(),
  environment: environmentSchema,
  test_results: testResultsSchema,
  failures: z.array(failureRecordSchema.extend(failureMarkSchema.shape)),
  /** Failures that were too many to be kept one by one. */
  left_out: count,
  analyses: z.array(analysisRecordSchema.extend({ signature: text })),
  change: changeRecordSchema,
});

export type Execution = z.infer<typeof executionSchema>;

export interface StoredExecution extends Execution {
  id: number;
  /** A later attempt at the same task passed, or this one did. */
  led_to_pass: boolean;
}

/** What executions are found by. */
export interface ExecutionKeys {
  files: string[];
  tests: string[];
  error_types: string[];
  signatures: string[];
}
