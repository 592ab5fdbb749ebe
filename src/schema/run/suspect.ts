import { z } from 'zod';

/** A line that may hold the fault. */
export const suspectSchema = z.object({
  /** Within the target. */
  file: z.string(),
  line: z.number().int().positive(),
  /** Next to the others of its attempt: 1 is the most suspicious. */
  suspicion: z.number().min(0).max(1),
  text: z.string(),
});

export type Suspect = z.infer<typeof suspectSchema>;
