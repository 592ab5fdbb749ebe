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
    /** The attempt that it holds; journals of older versions lack it. */
    attempt: attempt.optional(),
    /** A tag that marks unfinished work. */
    tag: z.string().optional(),
  }),
  /** What the user's hooks say to a change that is about to be committed. */
  event('hooks.ran', {
    task,
    attempt,
    /** The tree that they looked at. */
    tree,
    /** The hook that decided it; the last one where all passed. */
    hook: z.string(),
    /**
     * `changed`: it changed files, which are judged before anything is committed. `failed`: for the developer to mend.
     * Only a person can mend the others: `timeout`, `unfit` (it fails without the change, too), `message` (it refuses
     * every message), `restless` (it changes files each time).
     */
    outcome: z.enum(['passed', 'changed', 'failed', 'timeout', 'unfit', 'message', 'restless']),
    /** Null: it did not end by itself, or passed. */
    exit_code: z.number().int().nullable(),
    output: z.string(),
    /** The message as the hooks left it, where they changed it. */
    message_ref: digest.nullable(),
    changed: z
      .object({
        tree,
        files: z.array(z.string()),
        insertions: z.number().int().nonnegative(),
        deletions: z.number().int().nonnegative(),
        diff_ref: digest,
      })
      .nullable(),
  }),
  /** A commit that is signed or worded by a hook, before any branch points at it: doing that again would make another. */
  event('commit.prepared', { task, attempt, sha: z.string(), tree, parent: z.string(), partial: z.boolean() }),
  /** Where an existing branch was before it was moved: `ref` keeps it. */
  event('backup.kept', { branch: z.string(), sha: z.string(), ref: z.string() }),
  /** The base branch has moved since the run began: the work on top of it, which is judged before it is used. */
  event('base.moved', {
    branch: z.string(),
    onto: z.string(),
    tip: z.string(),
    commits: z.array(z.string()),
  }),
  /** The run's branch holds these commits now, instead of those that it had. */
  event('commits.replaced', {
    branch: z.string(),
    from: z.string(),
    to: z.string(),
    commits: z.array(z.string()),
    why: z.enum(['squash', 'rebase']),
  }),
  event('branch.merged', {
    /** The branch that the work went into, and where it was before. */
    branch: z.string(),
    from: z.string(),
    to: z.string(),
    /** Files of the user's work tree that were brought along; null: the branch was not checked out. */
    files: z.number().int().nonnegative().nullable(),
  }),
  event('branch.pushed', { branch: z.string(), sha: z.string(), remote: z.string(), url: z.string() }),
  /** The work is committed and could not be brought further. */
  event('delivery.refused', {
    reason: z.string(),
    /** What a person would have typed, and how git ended. */
    command: z.string(),
    exit_code: z.number().int().nullable(),
    message: z.string(),
    cure: z.string(),
  }),
  event('delivery.undone', {
    /** Branches and tags as they are now; null: removed. */
    restored: z.array(z.object({ ref: z.string(), sha: z.string().nullable() })),
    /** What could not be taken back, each in a sentence with the command that does. */
    left: z.array(z.string()),
  }),
] as const;
