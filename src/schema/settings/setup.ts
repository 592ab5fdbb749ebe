import type { Price } from './policy.ts';

/** A provider, and what it offers. */
export interface Offer {
  provider: string;
  /** Where it listens, for a server on this machine. */
  base_url: string | null;
  models: { name: string; price: Price | null }[];
  /** Why it does not say. */
  failed: string | null;
}

/** A configuration of the user's own that fits this machine. */
export interface SetupProposal {
  file: string;
  text: string;
  /** What was found, a line each. */
  found: string[];
  /** It is there already. */
  exists: boolean;
  /** It is as an earlier `pawl setup` wrote it, so that it can be replaced. */
  unchanged: boolean;
}
