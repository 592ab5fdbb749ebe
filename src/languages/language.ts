import type { SandboxResult } from '../ports/sandbox.ts';
import type { TestRun } from '../schema/test-run.ts';

/** The files of one tree, relative to the scope. */
export interface Files {
  paths: string[];
  read(path: string): Promise<string | null>;
}

/** What a sandbox is asked to run: the caller adds place, time and limits. */
export interface RunnerCommand {
  argv: string[];
  /** Small files placed in `inDir`, by name. */
  provide: Record<string, string>;
  /** Names of files to bring back from `outDir`. */
  collect: string[];
  /** Added to the caller's environment. */
  env: Record<string, string>;
}

export interface Runner {
  /** `node:test`, `vitest`, `pytest` or `command`. */
  readonly id: string;
  readonly evidence: TestRun['evidence'];
  /** Runs everything, or only the named test files. */
  command(only: string[] | null): RunnerCommand;
  /**
   * Reads the runner's own report out of a finished command. `mount_at` is stripped from paths. Never throws: a report
   * that is missing, cut short or forged is an outcome.
   */
  read(result: SandboxResult, mount_at: string): TestRun;
  isTest(path: string): boolean;
}
