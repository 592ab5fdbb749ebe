/** What programs outside the usual folders need to run. */
export interface Toolchain {
  /** Host paths to show at their own place, read-only. */
  paths: string[];
  /** A folder for PATH. */
  bin: string;
  /** What its programs have to be told. */
  env?: Record<string, string>;
}

/** What a language needs on a machine, and what it leaves there. What is left out is done without. */
export interface Equipment {
  /** By name, each looked for once, when a command first needs it. The program that runs Pawl is always there. */
  readonly toolchains: Readonly<Record<string, FindToolchain>>;
  /** One that is found without running a program: every command has it, since tests of other languages may call it. */
  near?(host: Host): Toolchain | null;
  /** Folders of installed dependencies. */
  readonly installed?: readonly string[];
  /** Folders of what is built, from which another build may start: nothing of ours is ever written there. */
  readonly built?: readonly string[];
  /** Those of them whose packages may be links into one folder, as in a store of pnpm. */
  readonly linked?: readonly string[];
  /** What tools rewrite in such folders at every run: each command starts it afresh. */
  readonly caches?: readonly string[];
  /** Where such a folder keeps its programs. */
  readonly programs?: Programs;
  /** Host paths that the programs of such a folder need. Its own files are not trusted to name them. */
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
  /** The path behind all links; the path itself where there is nothing. */
  real(path: string): string;
  /** What a program of the search path prints, given these variables besides HOME and PATH; null where it fails. */
  ask(program: string, args: string[], env?: Record<string, string | undefined>): Promise<string | null>;
}
