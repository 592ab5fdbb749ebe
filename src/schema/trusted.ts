import { z } from 'zod';
import { configSchema } from './config.ts';

/**
 * What a run was started with that the target's own state cannot be believed about: a repository may bring a journal
 * of its own, and a resumed run must not send a key to an address from it, or leave the sandbox because of it.
 */
export const trustedSchema = z.object({
  run: z.string(),
  target: z.string(),
  /** SHA-256 of the policy in `run.started`. */
  policy_digest: z.string(),
  providers: configSchema.shape.providers,
});

export type Trusted = z.infer<typeof trustedSchema>;
