import { z } from 'zod';
import { configSchema } from './config.ts';

/**
 * What a run was started with, kept beside its clone: a resumed run goes on in the same folder, with the same endpoints
 * and under the same policy, whatever the configuration or the journal says by then.
 */
export const trustedSchema = z.object({
  run: z.string(),
  target: z.string(),
  /** SHA-256 of the policy in `run.started`. */
  policy_digest: z.string(),
  providers: configSchema.shape.providers,
});

export type Trusted = z.infer<typeof trustedSchema>;
