import type { Workspace } from './repo.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * What models, agents and people may see of the target: all but secrets. It is for texts that are cut before they leave,
 * since half a secret is not known as one; whatever leaves whole is redacted where it leaves.
 */
export interface Sight {
  text(text: string): string;
  /** Also without what only might be a secret: for a change that is judged, where a guess costs little. */
  strict(text: string): string;
  /** Not for those who write back what they read. */
  workspace(workspace: Workspace): Workspace;
  /** What commands print. */
  sandbox(sandbox: Sandbox): Sandbox;
}
