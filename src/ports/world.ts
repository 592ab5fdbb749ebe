import type { AgentDefinition } from '../schema/agents/agent.ts';
import type { Parsers } from '../schema/code/tree.ts';
import type { Blobs } from './blobs.ts';
import type { Clock } from './clock.ts';
import type { Developers } from './developer.ts';
import type { Ledger } from './ledger.ts';
import type { Maps } from './maps.ts';
import type { Memory } from './memory.ts';
import type { Models } from './model.ts';
import type { Pages } from './pages.ts';
import type { Repo } from './repo.ts';
import type { Reports } from './reports.ts';
import type { Sandbox } from './sandbox.ts';
import type { Sight } from './sight.ts';

/** Everything outside that the rooms may be given; each gets only what its type names. */
export interface World {
  models: Models;
  developers: Developers;
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
}
