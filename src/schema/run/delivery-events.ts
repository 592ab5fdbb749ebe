import { z } from 'zod';
import { attempt, digest, event, task, tree } from './event-shape.ts';

/** How judged changes come together and leave for the user's repository. */
export const deliveryEvents = [
  event('change.merged', {
    task,
    attempt,
    /** The commit that the change was made on, and the one that the task builds on from now on. */
    parent: z.string(),
    onto: z.string(),
    /** Both changes together, which is judged again; null where they conflict. */
    tree: tree.nullable(),
    conflicts: z.array(z.string()),
    /** What the run committed since the task began, in the files that conflict. */
    theirs_ref: digest.nullable(),
  }),
  event('commit.created', {
    task,
    branch: z.string(),
    sha: z.string(),
    tree,
    parent: z.string(),
    partial: z.boolean(),
  }),
] as const;
