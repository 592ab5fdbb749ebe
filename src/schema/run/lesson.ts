import { z } from 'zod';

export const newLessonSchema = z.object({
  run: z.string(),
  task: z.string(),
  /** Of the error alone: equal in any test and file. */
  signature: z.string(),
  /** The error without what differs from case to case; '' in lessons of older versions, which are told no more. */
  pattern: z.string(),
  test: z.string(),
  error_type: z.string(),
  /** Without what changes from run to run, so that messages can be compared. */
  error_message: z.string(),
  /** What to do about such an error. */
  fix: z.string(),
  /** The change that proved it: from the tree that failed to the one that passed. */
  diff: z.string(),
  files: z.array(z.string()),
  tier: z.string(),
});

export const lessonSchema = newLessonSchema.extend({
  id: z.number().int(),
  at: z.string(),
  /** Attempts that it was told to and that were judged, and those of them that passed. */
  told: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
});

/** A failure, and the change that got past it. */
export type NewLesson = z.infer<typeof newLessonSchema>;
export type Lesson = z.infer<typeof lessonSchema>;

/** A failure as far as lessons can be compared with it. */
export interface MetFailure {
  errors: Pick<NewLesson, 'test' | 'error_type' | 'error_message' | 'signature'>[];
  /** Files that it is about. */
  files: string[];
}

/** The share of judged attempts that passed with it; one that was told to nobody stands at a half. */
export const worthOf = ({ told, passed }: Pick<Lesson, 'told' | 'passed'>): number => (passed + 1) / (told + 2);

/** A lesson that is worth less misleads: it is told no more. That is so after three failures and no pass. */
export const leastWorth = 0.25;
