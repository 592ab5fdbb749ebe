import { z } from 'zod';
import { attempt, digest, event, task, tokens } from './event-shape.ts';

/** What is remembered of failures, and told of them. */
export const memoryEvents = [
  /** The attempt is in the debug memory, with what it failed with. It comes before the verdict. */
  event('execution.remembered', { task, attempt, code_hash: digest, failures: tokens }),
  event('history.recalled', {
    task,
    attempt,
    /** How many earlier executions it was made from. */
    executions: tokens,
    /** What the developer is told of them. */
    text: z.string(),
  }),
  event('lesson.recalled', { task, signature: z.string(), fix: z.string(), attempt: attempt.optional() }),
  event('lesson.learned', {
    task,
    signature: z.string(),
    error: z.string(),
    /** The kind of the error in words; absent in older journals. */
    pattern: z.string().optional(),
    fix: z.string(),
    files: z.array(z.string()),
    tier: z.string(),
  }),
  event('memory.failed', { task, message: z.string() }),
] as const;
