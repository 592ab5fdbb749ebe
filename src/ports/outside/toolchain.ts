/** What programs outside the usual folders need to run. */
export interface Toolchain {
  /** Host paths to show at their own place, read-only. */
  paths: string[];
  /** A folder for PATH. */
  bin: string;
  /** Environment variables that its programs need. */
  env?: Record<string, string>;
}

/** What a language needs on a machine, and what it leaves there. All parts are optional. */
export interface Equipment {
  /** By name, each looked for once, when a command first needs it. The program that runs Pawl is always there. */
  readonly toolchains: Readonly<Record<string, FindToolchain>>;
  /** One that is found without running a program: every command has it, since tests of other languages may call it. */
  near?(host: Host): Toolchain | null;
  /** Folders of installed dependencies. */
  readonly installed?: readonly string[];
  /** Folders of what is built, from which another build may start: nothing of ours is ever written there. */
  readonly built?: readonly string[];
  /** The dependency folders whose packages may be links into one folder, as in pnpm's store. */
  readonly linked?: readonly string[];
  /** Subfolders that tools rewrite at every run: each command starts with empty ones. */
  readonly caches?: readonly string[];
  /** Where such a folder keeps its programs. */
  readonly programs?: Programs;
  /** Host paths that the programs in such a folder need. The folder's own files are not trusted to name them. */
  behind?(folder: string, host: Host): string[];
  /** The folder that an installed program needs around it; null for one that was installed in another way. */
  around?(program: string, host: Host): string | null;
  /** What its tools leave in a work tree, as lines of an ignore file: never a part of a change. */
  readonly waste?: readonly string[];
}

export type FindToolchain = (host: Host) => Promise<Toolchain[]>;

export interface Programs {
  /** Relative to a folder of dependencies. */
  folder: string;
  /** The file in it that shows that it is one; absent: the folder itself. */
  mark?: string;
  /** Before or after the machine's own in the search path. */
  order: 'first' | 'last';
}

/** What may be asked of a machine to find a toolchain. Nothing throws for what is not there. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program of that name on the search path. */
  which(name: string): string | null;
  exists(path: string): boolean;
  /** The names in a folder; none where it is no folder. */
  entries(folder: string): string[];
  /** Empty where there is no such file. */
  read(file: string): string;
  /** The path with all links resolved; the path itself if it does not exist. */
  real(path: string): string;
  /** The output of a program on the search path, given these variables besides HOME and PATH; null if it fails. */
  ask(program: string, args: string[], env?: Record<string, string | undefined>): Promise<string | null>;
}
