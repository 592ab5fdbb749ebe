import type { Workspace } from './repo.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Hides secrets in what models, agents and people see of the target. It is for texts that are shortened before they
 * leave, because half a secret is not recognised; all other texts are redacted where they leave.
 */
export interface Sight {
  text(text: string): string;
  /** Also without what only might be a secret: for a change that is judged, where a guess costs little. */
  strict(text: string): string;
  /** Not for code that writes back what it reads. */
  workspace(workspace: Workspace): Workspace;
  /** What commands print. */
  sandbox(sandbox: Sandbox): Sandbox;
}
