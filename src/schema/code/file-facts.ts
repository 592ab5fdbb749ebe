import { z } from 'zod';

/** Facts about one source file, from its text alone. */
export const fileFactsSchema = z.object({
  defs: z.array(
    z.object({
      name: z.string(),
      line: z.number().int().positive(),
      /** 0: stands at the top of the file; 1: inside something. */
      depth: z.number().int().min(0).max(1),
      signature: z.string(),
    }),
  ),
  /** The names that it uses, each as a number: see `nameHash`. */
  uses: z.array(z.number().int().nonnegative()),
});

export type FileFacts = z.infer<typeof fileFactsSchema>;
export type Definition = FileFacts['defs'][number];
