import type { Sandbox } from '../../../ports/outside/sandbox.ts';
import type { Sight } from '../../../ports/outside/sight.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import type { Blobs } from '../../../ports/state/blobs.ts';
import type { Ledger } from '../../../ports/state/ledger.ts';
import type { Env } from './program.ts';

export interface ExternalParts {
  sandbox: Sandbox;
  ledger: Ledger;
  blobs: Blobs;
  /** The user's own environment, of which an agent gets what its tier names. */
  env: Env;
  /** Also without what its tier gives the agent. */
  sight: Sight;
  equipment: readonly Equipment[];
}
