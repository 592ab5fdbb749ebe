import type { Policy } from '../settings/policy.ts';

/** An issue as a request, and where its answer goes. */
export interface IssueRequest {
  request: string;
  issue: NonNullable<Policy['issue']>;
}

/** What a run is about besides its request. */
export interface RunAbout {
  issue?: NonNullable<Policy['issue']>;
}
