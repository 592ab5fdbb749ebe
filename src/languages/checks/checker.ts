import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { RunnerCommand } from '../runner.ts';

/** A language's own parser, run in the sandbox before anything is built. */
export interface Checker {
  readonly language: string;
  /** The toolchains that it uses. */
  readonly needs: string[];
  readonly command: RunnerCommand;
  /** Never throws. A checker that is not there, or did not end, finds nothing: the compiler will. */
  read(result: SandboxResult, mount_at: string): Verdict['syntax_errors'];
}
