import type { SandboxResult } from '../ports/outside/sandbox.ts';
import type { ScopePath } from '../schema/code/path.ts';
import type { TestRun } from '../schema/judge/test-run.ts';
import type { Invocation } from './runs/script.ts';

/** The files of one tree, relative to the scope. */
export interface Files {
  paths: ScopePath[];
  read(path: ScopePath): Promise<string | null>;
  /** Many files at once, where that is faster; those that cannot be read are left out. */
  readMany?(paths: ScopePath[]): Promise<Map<ScopePath, string>>;
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

/** What each file needs: paths, and folders (with a slash at the end) where any file of it may be meant. */
export type Links = Map<string, Iterable<string>>;

/** The tests of one folder of a project, or one of several commands that run its tests. */
export interface Part {
  /** Below the scope; '' for the scope itself. */
  dir: string;
  runner: Runner;
}

export interface Runner {
  /** `vitest`, `pytest`, `go` and so on, each once among the languages; `junit`, `tap`, `command` and `several` are of none. */
  readonly id: string;
  readonly evidence: TestRun['evidence'];
  /** The process that runs the code under test writes the report, and nothing guards it: less is believed. */
  readonly unguarded?: true;
  /** What the project or the user says to run, which `command` follows with our own reporting. */
  readonly call?: Invocation;
  /** Commands that belong to the test command, and that nobody runs since nobody knows what they are. */
  readonly unrun?: readonly string[];
  /** Run one after the other instead of `command`, each in its own folder. */
  readonly parts?: readonly Part[];
  /** Runs everything, or only the named test files and what cannot be told apart from them. */
  command(only: string[] | null, test_ms?: number, leftOut?: readonly Running[], closer?: boolean): RunnerCommand;
  /**
   * Loads the tests of these files once and tries candidates on them, as `repair/warm.ts` says; it only ranks. Absent:
   * each candidate is a start of `command`.
   */
  warm?(only: string[]): RunnerCommand;
  /** How a test that does not end is found while the command runs. Absent: the whole command has a limit, nothing else. */
  readonly watch?: Watching;
  /**
   * The command compiles before it tests, which takes as long as caches are cold: it keeps to `test_ms` by itself, for
   * the tests of each program that it builds, and reports one that does not end as the outcome `timeout`.
   */
  readonly compiles?: true;
  /** Its command leaves what it has built, for others to start from. */
  readonly built?: Built;
  /**
   * Reads the runner's own report out of a finished command. `mount_at` is stripped from paths. Never throws: a report
   * that is missing, cut short or forged is an outcome.
   */
  read(result: SandboxResult, mount_at: string): TestRun;
  isTest(path: ScopePath): boolean;
  /** Whether the project's own words to it take in a test file; absent: they take in all. */
  takesIn?(path: ScopePath): boolean;
  /** The test files that a change may affect, told from the files alone; null: cannot tell, so all of them. */
  related(changed: ScopePath[], files: Files): Promise<ScopePath[] | null>;
  /**
   * What each file of a tree leads to, `gone` being files that it no longer has. A name that is no file stands for a
   * group (a package, a crate) or for what a build makes. Null: cannot tell.
   */
  links(files: Files, deleted: ScopePath[]): Promise<Links | null>;
  /** Null where this project has nothing to measure coverage with. */
  readonly coverage: Coverage | null;
}

/** How somebody runs one test in a shell. `FILE` and `NAME` stand for what is meant. */
export interface OneTest {
  /** Runs the tests of one file, or of whatever the runner takes for one; absent: it takes no file. */
  file?: string;
  /** Runs one test; where there is a `file`, it is added to that. */
  test?: string;
}

export interface Built {
  /**
   * The file in `outDir` in which a command leaves what it has built, and in `inDir` from which it takes it again: only
   * where that was built from the same files by the same tools.
   */
  file: string;
  /** Builds, and runs no test. */
  command(): RunnerCommand;
  /** Whether it may be built from a file. */
  isSource(path: ScopePath): boolean;
}

export interface Watching {
  /** What runs, as the collected files tell so far: the innermost tests, and files of which no test is known to run. */
  running(files: Record<string, string>, mount_at: string): Running[];
  /** What of those files is progress, where tests write into them as well. */
  progress?(files: Record<string, string>): string;
  /** What the command leaves out: these tests alone, the whole files that they are in, or nothing: then it ends there. */
  readonly leavesOut: 'tests' | 'files' | 'nothing';
  /** Its command can tell more exactly what runs, where it is asked to look closer. */
  readonly looksCloser?: true;
  /** It can leave out whole files as well. */
  readonly leavesFiles?: true;
}

/** A test that runs, known as in the report; or a file as a whole, which has no names. */
export interface Running {
  file: ScopePath;
  names: string[];
  line: number | null;
  /** By what the runner leaves it out, where that is not its file. */
  key?: string;
  /** It may be another one of the same file. */
  among?: true;
}

/** The tests with coverage. What `command` leaves can be read by the runner's own `read` as well. */
export interface Coverage {
  command(only: string[] | null): RunnerCommand;
  /** Never throws: what was not measured is not in it. */
  read(result: SandboxResult, mount_at: string): LineHits;
}

/** How often each line that can be executed was, by file and line. */
export type LineHits = Map<string, Map<number, number>>;
