import { z } from 'zod';

/** Kinds whose sentence begins with their name: `coverage: price.js:4: no test executes this`. */
export const labelledKinds = [
  'unproven',
  'skipped',
  'unchanged',
  'flaky',
  'control',
  'unreached',
  'surroundings',
  'equality',
  'coverage',
  'slower',
  'lint',
  'checker',
  'tester',
  'test_engineer',
  'needs_dependency',
] as const;

/** Kinds whose sentence needs no label. `other`: a sentence from the journal of an older version. */
const plainKinds = [
  'rule',
  'protected',
  'meddling',
  'tampered',
  'too_many_files',
  'unended',
  'not_looked',
  'untested',
  'left_behind',
  'not_installed',
  'other',
] as const;

/** One finding of a verdict besides failures: its kind, its place, and a sentence. */
export const findingSchema = z.object({
  kind: z.enum([...labelledKinds, ...plainKinds]),
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** The test that it is about, as `file > name`. */
  test: z.string().optional(),
  /** The sentence without the kind's name, with file and line where a reader needs them. */
  text: z.string(),
});

export type Finding = z.infer<typeof findingSchema>;
