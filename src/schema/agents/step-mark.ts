import { z } from 'zod';

/**
 * The result of a step that later steps depend on. A resumed agent reads these marks instead of the text that the model
 * was shown.
 */
export const stepMarkSchema = z.discriminatedUnion('kind', [
  /** Its output broke the contract, as code found. */
  z.object({ kind: z.literal('refused'), why: z.string() }),
  /** A second look found its output wanting, or could not be made. */
  z.object({ kind: z.literal('doubted'), why: z.string() }),
  /** `judged`: what a second look said, where there was one. */
  z.object({ kind: z.literal('accepted'), judged: z.enum(['agreed', 'unjudged']).nullable() }),
  /** Its reflection cited nothing, so that nothing was done. */
  z.object({ kind: z.literal('sent_back') }),
  z.object({ kind: z.literal('draft'), name: z.string() }),
  /** Nothing was done, or a command ended badly: the same turn cannot finish the work. */
  z.object({ kind: z.literal('failed'), what: z.enum(['undone', 'command']) }),
  /** It was to finish in a turn in which something failed. */
  z.object({ kind: z.literal('unfinished') }),
]);

export type StepMark = z.infer<typeof stepMarkSchema>;
