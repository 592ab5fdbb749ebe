import type { ForgeAddress, Issue, Pull } from '../../schema/forge/pull.ts';
import { PawlError } from '../errors.ts';

export type ForgeFault =
  | 'no_token'
  | 'unknown_host'
  | 'unauthorised'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'not_mergeable'
  | 'rate_limited'
  | 'unreachable'
  | 'unavailable'
  | 'malformed'
  | 'unsupported';

/** What a person asked for that cannot be. */
const usage: ReadonlySet<ForgeFault> = new Set(['not_found', 'unsupported', 'unknown_host']);

/** What a forge refused or could not do. `request` is its method and path, `status` its HTTP status. */
export class ForgeError extends PawlError {
  readonly request: string | null;
  readonly status: number | null;

  constructor(reason: ForgeFault, message: string, wire: { request?: string; status?: number } = {}) {
    super(reason, message, usage.has(reason) ? 2 : 8);
    this.request = wire.request ?? null;
    this.status = wire.status ?? null;
  }
}

export interface Proposal {
  head: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
  /** A part of `body` by which what was opened is found again. */
  marker: string;
}

export interface PullChange {
  title?: string;
  body?: string;
  base?: string;
  /** False: ready for review. What is ready stays ready. */
  draft?: false;
}

/**
 * One project on a forge. Every method throws `ForgeError` and nothing else. Requests that can fail on the way are
 * repeated with growing pauses. Methods that create something first check whether it exists, so calling them twice is
 * safe.
 */
export interface Forge extends ForgeAddress {
  issue(number: number): Promise<Issue>;
  /** Whether its rules keep the user from pushing to a branch. One that is not there is free. */
  protects(branch: string): Promise<boolean>;
  /** The address of the comment with this marker, which is made unless it is there. `marker` is a part of `body`. */
  comment(on: { kind: 'issue' | 'pull'; number: number }, body: string, marker: string): Promise<string>;
  /** The newest first, at most a hundred. */
  pulls(): Promise<Pull[]>;
  pull(number: number): Promise<Pull>;
  /** The newest of a branch with this marker, in any state; else the open one of the branch. */
  find(head: string, marker: string): Promise<Pull | null>;
  /** What `find` gives, or a new one. */
  open(proposal: Proposal): Promise<Pull>;
  /** Sends only what differs. */
  update(number: number, change: PullChange): Promise<Pull>;
  /** Only while the branch is at this commit. One that is merged already stays so. */
  merge(number: number, head_sha: string): Promise<Pull>;
  close(number: number): Promise<Pull>;
}

export interface Forges {
  /**
   * Throws `ForgeError` for a host that the configuration does not trust (unknown_host), and if there is no token for
   * it.
   */
  open(address: ForgeAddress): Promise<Forge>;
}
