import { z } from 'zod';

/** Points reached of 30, 25, 20, 15 and 10. */
export const breakdownSchema = z.object({
  code_quality: z.number(),
  test_coverage: z.number(),
  security: z.number(),
  documentation: z.number(),
  acceptance: z.number(),
});

export const reviewSchema = z.object({
  score: z.number().min(0).max(100),
  breakdown: breakdownSchema,
  blocking: z.array(z.string()),
  feedback: z.array(z.string()),
  decision: z.enum(['approve', 'request_changes', 'reject']),
  round: z.number().int().positive(),
  /** Who looked: models as well, or nothing but checks. Journals of older versions lack it. */
  by: z.enum(['models', 'checks']).optional(),
});

/** What a model was asked to look at and did not. */
export const missingSchema = z.object({
  part: z.enum(['audit', 'review']),
  cause: z.enum(['budget', 'credentials', 'refusal', 'escalation', 'partial', 'fault']),
  reason: z.string(),
});

export type Breakdown = z.infer<typeof breakdownSchema>;
/** Scored judgement of a submitted change. */
export type Review = z.infer<typeof reviewSchema>;
export type Missing = z.infer<typeof missingSchema>;
