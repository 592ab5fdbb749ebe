import type { Clock } from '../ports/clock.ts';
import type { Forges } from '../ports/outside/forge.ts';
import type { ProviderAccess } from '../ports/outside/model.ts';
import type { Notify } from '../ports/outside/notify.ts';
import type { Repo, Target } from '../ports/outside/repo.ts';
import type { Sandbox } from '../ports/outside/sandbox.ts';
import type { Pages } from '../ports/pages.ts';
import type { Blobs } from '../ports/state/blobs.ts';
import type { Journal } from '../ports/state/journal.ts';
import type { Memory } from '../ports/state/memory.ts';
import type { Reports } from '../ports/state/reports.ts';
import type { Trust } from '../ports/state/trust.ts';
import type { World } from '../ports/world.ts';
import type { AgentDefinition } from '../schema/agents/agent.ts';
import type { Config } from '../schema/settings/config.ts';
import type { Policy } from '../schema/settings/policy.ts';
import type { Trusted } from '../schema/settings/trusted.ts';

export type Mode = 'run' | 'plan';
export type Keys = Record<string, ProviderAccess>;

export interface Configured {
  policy: Policy;
  keys: Keys;
  providers: Trusted['providers'];
  /** What a person should know about it. */
  notes: string[];
}

/**
 * One target with everything that its commands need from outside and from the configuration. `src/app.ts` makes it
 * once. Stores are opened at their first use and kept open.
 */
export interface Wiring {
  clock: Clock;
  trust: Trust;
  repo: Repo;
  journal(): Promise<Journal>;
  blobs(): Promise<Blobs>;
  reports(): Promise<Reports>;
  /** What the ledger has charged to a run. */
  charged(run: string): Promise<number>;
  memory(): Promise<Memory>;
  /** The target of this command, or that of a run, by its folder. Throws where that is in this repository no more. */
  target(folder?: string): Promise<Target>;
  /** What the configuration says a new run may do. */
  configured(mode: Mode): Promise<Configured>;
  /** The keys for a recorded policy and the endpoints it was started with. */
  keysFor(policy: Policy, providers: Trusted['providers'], target: Target): Promise<Keys>;
  /** Without a target: none of a repository's own. */
  agents(policy: Policy, target: Target | null): Promise<Record<string, AgentDefinition>>;
  sandbox(policy: Policy['sandbox']): Sandbox;
  /** Why a target cannot be worked on in a sandbox, in a sentence; null where it can. */
  unsafe(policy: Policy, target: Target): string | null;
  world(policy: Policy, keys: Keys, target: Target): Promise<World>;
  pages: Pages;
  forges: Forges;
  /** Hosts that the user trusts with a token, besides the public ones. */
  forgeHosts(): Promise<Config['forges']>;
  notify(policy: Policy): Notify;
  /** Removes the private clone of a run; says how many bytes that were. */
  remove(run: string): Promise<number>;
}
