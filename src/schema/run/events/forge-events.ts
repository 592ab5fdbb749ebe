import { z } from 'zod';
import { attempt, event, task } from './event-shape.ts';

/** How a pull request is called on its forge (`#12`, `!12`), and where it is. */
const named = { ref: z.string(), url: z.string() };

/** What stage of its task a pull request shows. */
export const pullStages = ['submitted', 'reviewed', 'approved', 'unfinished'] as const;
export type PullStage = (typeof pullStages)[number];

/** What is said and done on a forge. */
export const forgeEvents = [
  event('pr.opened', {
    task,
    ...named,
    /** Absent in older journals. */
    number: z.number().int().positive().optional(),
    branch: z.string().optional(),
    base: z.string().optional(),
  }),
  event('pr.updated', {
    task,
    ...named,
    stage: z.enum(pullStages),
    attempt,
    /** The commit that it shows. */
    sha: z.string(),
    draft: z.boolean(),
    score: z.number().nullable(),
  }),
  event('pr.merged', { task, ...named }),
  /** The run ends, and it is left for a person to merge. */
  event('pr.pending', { task, ...named, reason: z.string() }),
  event('issue.answered', named),
  event('forge.failed', {
    task: task.nullable(),
    attempt: attempt.nullable(),
    /** What could not be done there. */
    action: z.enum([...pullStages, 'merge', 'answer']),
    reason: z.string(),
    message: z.string(),
  }),
] as const;
