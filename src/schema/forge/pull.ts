import { z } from 'zod';

export const forgeKinds = ['github', 'gitlab', 'gitea', 'local'] as const;
export type ForgeKind = (typeof forgeKinds)[number];

/** A pull request (a merge request on GitLab), in one shape for every forge. */
export const pullSchema = z.object({
  number: z.number().int().positive(),
  url: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  draft: z.boolean(),
  /** The branch that is to be merged, and the commit at its tip. */
  head: z.string(),
  head_sha: z.string(),
  /** The branch that it is to be merged into. */
  base: z.string(),
});

export type Pull = z.infer<typeof pullSchema>;

/** The comments of a pull request that is on this machine, the oldest first. */
export const pullCommentsSchema = z.array(z.string());

export interface Comment {
  author: string;
  body: string;
  at: string;
}

export interface Issue {
  number: number;
  url: string;
  title: string;
  body: string;
  author: string;
  state: 'open' | 'closed';
  /** The oldest first. */
  comments: Comment[];
}

/** Where a forge is and what it is asked about: a project on one host. */
export interface ForgeAddress {
  kind: ForgeKind;
  /** In lower case, with a port where it is not the usual one; '' for `local`. */
  host: string;
  /** `owner/name`, on GitLab with every group. */
  project: string;
}
