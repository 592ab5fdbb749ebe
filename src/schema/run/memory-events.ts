import { z } from 'zod';
import { attempt, event, task } from './event-shape.ts';

/** What is remembered of failures, and told of them. */
export const memoryEvents = [
  event('lesson.recalled', { task, signature: z.string(), fix: z.string(), attempt: attempt.optional() }),
  event('lesson.learned', {
    task,
    signature: z.string(),
    error: z.string(),
    fix: z.string(),
    files: z.array(z.string()),
    tier: z.string(),
  }),
  event('memory.failed', { task, message: z.string() }),
] as const;
