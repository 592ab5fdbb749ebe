import { z } from 'zod';
import { configSchema } from './config.ts';

/**
 * The folder, endpoints and policy that a run was started with, stored beside its clone. A resumed run keeps them, even
 * if the configuration or the journal has changed since.
 */
export const trustedSchema = z.object({
  run: z.string(),
  target: z.string(),
  /** SHA-256 of the policy in `run.started`. */
  policy_digest: z.string(),
  providers: configSchema.shape.providers,
});

export type Trusted = z.infer<typeof trustedSchema>;
