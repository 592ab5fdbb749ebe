import { z } from 'zod';

export const newLessonSchema = z.object({
  run: z.string(),
  task: z.string(),
  /** Of the error alone: equal in any test and file. */
  signature: z.string(),
  /** The error without its varying parts; '' in lessons of older versions, which are no longer used. */
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
  /** The judged attempts that got this lesson, and how many of them passed. */
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

/** The smoothed share of judged attempts with this lesson that passed; an unused lesson has one half. */
export const worthOf = ({ told, passed }: Pick<Lesson, 'told' | 'passed'>): number => (passed + 1) / (told + 2);

/** Lessons below this worth mislead and are no longer used; three failures without a pass lead to that. */
export const leastWorth = 0.25;
