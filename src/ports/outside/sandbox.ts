export interface SandboxCommand {
  argv: string[];
  /** The folder that holds the work; the only thing that the command can change for good. */
  work_dir: string;
  /** Where the work appears inside: the target's own absolute path. */
  mount_at: string;
  /** Relative to `mount_at`. */
  cwd: string;
  /** Host paths that appear read-only at the same or another place: toolchains, dependencies, fixtures. */
  read_only: { host: string; at: string }[];
  /** Folders that hold the host folder's entries, read-only, with room for the caches of tools (node_modules). */
  layered: {
    host: string;
    at: string /** What no link of `host` may lead out of; its parent unless told. */;
    within?: string;
  }[];
  /**
   * Folders that the user has built, shown read-only below `builtAt` where a sandbox can, for builds to start from:
   * only a plain folder is, since a repository may have a link in its place.
   */
  built?: string[];
  env: Record<string, string>;
  /** `host`: this command may use the network, even if the other commands may not. */
  network?: 'host';
  /**
   * The toolchains that the command needs, by name, besides the node that runs Pawl; absent: every toolchain of the
   * machine.
   */
  needs?: readonly string[];
  /** Small files placed read-only in `inDir`, by name. */
  provide: Record<string, string>;
  /** Names of files in `outDir` to bring back. */
  collect: string[];
  timeout_ms: number;
  /** Bytes of output. */
  output_limit: number;
  /** Whether more output ends the command, which is the default, or only loses its middle. */
  on_overflow?: 'end' | 'cut';
  /** Bytes of each collected file; more is cut off. */
  file_limit: number;
  /** A dialogue with the command, line by line; its output is kept as well. Not every sandbox supports it. */
  talk?: Dialogue;
  /**
   * What the command is for, shown as progress. `tally` counts the tests that have ended, from the files collected so
   * far.
   */
  about?: {
    kind: 'build' | 'tests';
    name: string;
    tally?(files: Record<string, string>): { total: number; failed: number };
  };
  /** Ends the command as `timeout` where it makes no progress. A sandbox on another machine (e2b) does not look. */
  stall?: Stall;
}

/** Watches the collected files for progress of a command. Its printed output does not count as progress. */
export interface Stall {
  /** What of the files is progress, where not all that is written is: asked from time to time. Must not throw. */
  progress?(files: Record<string, string>): string;
  /** Called with the files from time to time, if they have changed. Must not throw. */
  heard?(files: Record<string, string>): void;
  /** `isStuck` is asked once none of the files has changed for so long, and again each time as much has passed. */
  silent_ms: number;
  /** Whether to end the command, given the files and how long they have not changed. Must not throw. */
  isStuck(files: Record<string, string>, silent_ms: number): boolean;
}

/** Both are called at any time while the command runs, and must not throw. */
export interface Dialogue {
  /** Called once, when it runs, with what writes to its standard input: once it has ended that does nothing. */
  begin(say: (line: string) => void): void;
  /** Each line of its standard output, as it comes. */
  hear(line: string): void;
  /** Bytes of a line, and bytes that wait to be read by it: more of either ends the command as `output_limit`. */
  line_limit: number;
}

/** Where `provide`d files are and where `collect`ed files are written, inside the sandbox. */
export const inDir = '/pawl/in';
export const outDir = '/pawl/out';

/** What stands before the path of a folder of `built`. */
export const builtAt = '/built';

export interface SandboxResult {
  /** `output_limit`: it wrote more than it may, to its outputs or to the disk. */
  ended: 'exit' | 'timeout' | 'cancel' | 'output_limit' | 'memory' | 'crash';
  exit_code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Bytes of output that were cut out, where some were. */
  cut_bytes?: number;
  /** When the command began, by the clock of the work folder; absent where its files came back from elsewhere. */
  started_at?: number;
  /** The collected files that exist and are plain files; each cut at the file limit. */
  files: Record<string, string>;
  duration_ms: number;
}

export interface Sandbox {
  readonly kind: string;
  /** Why commands cannot run here, with what to do about it; null when they can. */
  unfit(): Promise<string | null>;
  /** Commands with these needs will come: what takes long to find out is asked meanwhile. Faults show when one runs. */
  expect?(needs: readonly string[]): void;
  /** Never throws for what the command did: how it ended is data. */
  run(command: SandboxCommand, signal: AbortSignal): Promise<SandboxResult>;
}
