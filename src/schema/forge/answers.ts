import { z } from 'zod';

/** What the three wires answer with, as far as it is read. Everything else in an answer is ignored. */

const number = z.number().int().positive();
/** Deleted accounts have none. */
const login = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login ?? 'ghost');
const username = z
  .object({ username: z.string() })
  .nullish()
  .transform((user) => user?.username ?? 'ghost');
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const branch = z.object({ ref: z.string(), sha: text });

/** GitHub's and Gitea's, whose answers have the same keys. */
export const hubIssue = z.object({
  number,
  html_url: z.string(),
  title: z.string(),
  body: text,
  state: z.enum(['open', 'closed']),
  user: login,
  pull_request: z.unknown().optional(),
});
export const hubComment = z.object({ html_url: z.string(), body: text, user: login, created_at: z.string() });
export const hubPull = z.object({
  number,
  node_id: z.string().optional(),
  html_url: z.string(),
  title: z.string(),
  body: text,
  state: z.enum(['open', 'closed']),
  draft: z.boolean().optional(),
  merged: z.boolean().optional(),
  merged_at: z.string().nullish(),
  head: branch,
  base: branch,
});
/** A branch, on all three. */
export const branchRule = z.object({
  protected: z.boolean(),
  can_push: z.boolean().optional(),
  user_can_push: z.boolean().optional(),
});
export const graphAnswer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), type: z.string().optional() })).optional(),
});

export const labIssue = z.object({
  iid: number,
  web_url: z.string(),
  title: z.string(),
  description: text,
  state: z.enum(['opened', 'closed']),
  author: username,
});
export const labNote = z.object({
  id: number,
  body: text,
  author: username,
  created_at: z.string(),
  system: z.boolean(),
});
export const labMerge = z.object({
  iid: number,
  web_url: z.string(),
  title: z.string(),
  description: text,
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean().optional(),
  source_branch: z.string(),
  target_branch: z.string(),
  sha: text,
  detailed_merge_status: z.string().optional(),
  merge_status: z.string().optional(),
});

export type HubPull = z.output<typeof hubPull>;
export type LabMerge = z.output<typeof labMerge>;
/** A shape of an answer. */
export type Shape<T> = z.ZodType<T>;
