import type { Policy } from '../settings/policy.ts';

/** An issue as a request, and where its answer goes. */
export interface IssueRequest {
  request: string;
  issue: NonNullable<Policy['issue']>;
}

/** What a run refers to in addition to its request. */
export interface RunAbout {
  issue?: NonNullable<Policy['issue']>;
}
