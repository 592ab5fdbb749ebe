import type { AgentDefinition } from '../schema/agents/agent.ts';
import type { Parsers } from '../schema/code/tree.ts';
import type { Activity } from '../schema/run/activity.ts';
import type { Clock } from './clock.ts';
import type { Developers } from './outside/developer.ts';
import type { Forges } from './outside/forge.ts';
import type { Models } from './outside/model.ts';
import type { Repo } from './outside/repo.ts';
import type { Sandbox } from './outside/sandbox.ts';
import type { Sight } from './outside/sight.ts';
import type { Pages } from './pages.ts';
import type { Blobs } from './state/blobs.ts';
import type { Ledger } from './state/ledger.ts';
import type { Maps } from './state/maps.ts';
import type { Memory } from './state/memory.ts';
import type { Reports } from './state/reports.ts';

/** Everything outside that the rooms may be given; each gets only what its type names. */
export interface World {
  models: Models;
  developers: Developers;
  forges: Forges;
  sandbox: Sandbox;
  sight: Sight;
  repo: Repo;
  blobs: Blobs;
  ledger: Ledger;
  maps: Maps;
  parsers: Parsers;
  memory: Memory;
  clock: Clock;
  reports: Reports;
  pages: Pages;
  agents: Record<string, AgentDefinition>;
  random: () => number;
  /** The current activity, if the world keeps track of it. */
  activity?: () => Activity | null;
}
