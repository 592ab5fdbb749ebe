import { z } from 'zod';

const newLessonSchema = z.object({
  run: z.string(),
  task: z.string(),
  signature: z.string(),
  test: z.string(),
  error_type: z.string(),
  /** Without what changes from run to run, so that messages can be compared. */
  error_message: z.string(),
  /** What the developer said that it did. */
  fix: z.string(),
  files: z.array(z.string()),
  tier: z.string(),
});

export const lessonSchema = newLessonSchema.extend({
  id: z.number().int(),
  at: z.string(),
  /** Attempts that it was told to, and those of them that passed. */
  told: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
});

/** A failure, and the change that got past it. */
export type NewLesson = z.infer<typeof newLessonSchema>;
export type Lesson = z.infer<typeof lessonSchema>;

/** A failure as far as lessons can be compared with it. */
export interface MetFailure {
  signature: string | null;
  errors: Pick<NewLesson, 'test' | 'error_type' | 'error_message'>[];
}
