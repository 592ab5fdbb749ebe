import type { Pattern } from '../code/dangers/lines.ts';
import type { StructureRules } from '../code/structure/shape.ts';
import type { Reading } from '../ports/outside/reading.ts';
import type { Equipment } from '../ports/outside/toolchain.ts';
import type { Verdict } from '../schema/judge/verdict.ts';
import type { Checker } from './checks/checker.ts';
import type { Linter } from './checks/linters/linter.ts';
import type { Lookup } from './checks/lookup.ts';
import type { ControlMaker, ScriptControl } from './judging/control/shape.ts';
import type { Listing, Manifest, Protection } from './judging/protection/shape.ts';
import type { Regions } from './judging/regions/shape.ts';
import type { FindShadows } from './judging/shadow.ts';
import type { Equality, FindSightings } from './judging/surrounding.ts';
import type { Steering } from './judging/used/shape.ts';
import type { Repair } from './repair/shape.ts';
import type { Files, Links, OneTest, Runner } from './runner.ts';
import type { Invocation } from './runs/script.ts';
import type { FindSurface } from './surface/shape.ts';

/** Everything that Pawl knows about one language. What is left out is done without. */
export interface Language {
  readonly name: string;
  /** Whether a file is source of it. */
  owns(path: string): boolean;
  readonly runners?: Runners;
  readonly place?: Place;
  readonly checks?: Checks;
  readonly judging?: Judging;
  /** What a change may not touch. */
  readonly protection?: Protection;
  readonly manifests?: readonly Manifest[];
  readonly listings?: readonly Listing[];
  /** What its tools leave behind and nobody commits. */
  readonly leftovers?: readonly Leftovers[];
  /** How its code names files besides importing them. */
  readonly naming?: Naming;
  /** What its tests are written with. */
  readonly testing?: Testing;
  /** Its definitions for the map, and its canonical form for fingerprints. */
  readonly structures?: readonly StructureRules[];
  /** Files that a tool of it makes: nobody wrote them. */
  readonly generated?: RegExp;
  /** How it looks line by line, where it cannot be parsed. */
  readonly lines?: Lines;
  /** What steers its tests besides themselves. */
  readonly steering?: Steering;
  readonly repair?: Repair;
  readonly reading?: Reading;
  /** What others may use of a tree. */
  readonly surface?: FindSurface;
}

/** How tests are run. */
export interface Runners {
  /** The ids of its runners. */
  readonly ids: readonly string[];
  /** How one test is run by hand, by the id of its runner. */
  readonly one?: Readonly<Record<string, OneTest>>;
  /** It builds before it runs: another run costs far more than its tests. What its compiler refuses is told by `naming`. */
  readonly compiler?: { naming: RegExp[] };
  /** Words of a command line that only start another program. */
  readonly starters?: RegExp;
  /** What the files of a tree say about how it is tested; null: nothing of that certainty. */
  suggest(files: Files, certainty: Certainty): Promise<Suggestion | null>;
  /** What a person does about a runner that cannot start, told from what it said; null where that tells nothing. */
  cure?(output: string, files: Files): Promise<string | null>;
  /** What a build that runs before the tests refused, by its output. Paths may be any that the build prints. */
  refused?(output: string): { path: string; line: number; message: string }[];
  /** The command behind one that only starts it, as `npm test` does; null where it takes a shell to understand it. */
  follow?(call: Invocation, files: Files): Promise<Invocation | null>;
  /** What each file of a workspace leads to, also in other packages of it; absent: nobody can tell. */
  links?(files: Files, deleted: string[]): Promise<Links>;
  /** The runner that a word of a command line starts; null where it starts something else, undefined for other words. */
  started(word: Word, call: Invocation, files: Files): Promise<Runner | null | undefined>;
}

/** A project states its test command, declares its runner, has tests or a manifest, or merely has files of the language. */
export const certainties = ['stated', 'declared', 'shown', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

export interface Suggestion {
  /** Null where it takes a shell to understand it. */
  call: Invocation | null;
  /** Further test commands of the same folder, run after `call`. */
  also?: Invocation[];
  /** What the test command runs behind them: tests of another language, or nobody knows what. */
  after?: Invocation[];
  /** Folders of a workspace, each detected by itself. */
  packages?: string[];
  /** For a call that starts no known runner: run as it is, with an exit code for all that is known. */
  otherwise?: string[];
}

export interface Word {
  /** As it was written, and without its folder. */
  word: string;
  program: string;
  args: string[];
}

/** What it needs and leaves on a machine. */
export interface Place extends Equipment {
  /** Files that show that a part of a project is written in it. */
  readonly marks: RegExp;
  /** Folders of others' code, besides those of installed dependencies. */
  readonly foreign?: readonly string[];
  /** Set for every command alike. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Source {
  path: string;
  text: string;
}

/** What is found without running a test. */
export interface Checks {
  /** What does not parse. */
  syntax?(files: Source[]): Promise<Verdict['syntax_errors']>;
  /** The same by a program in the sandbox, before anything is built. */
  checker?(paths: string[], files: Files): Promise<Checker>;
  /** Imports of changed files that lead nowhere. */
  imports?(files: Files, changed: string[], environment: Imports): Promise<Verdict['import_errors']>;
  /**
   * How to see which of these packages are not there, for files in these folders of the scope; null where that cannot be
   * told, so all are.
   */
  lookup?(names: string[], folders: string[], files: Files, runner: Runner | null): Promise<Lookup | null>;
  /** Names that are used and nowhere defined. */
  names?(files: Source[]): Promise<Verdict['import_errors']>;
  /** Lines that can be executed; null where that cannot be told. */
  codeLines?(path: string, text: string): Promise<Set<number> | null>;
  linters?(files: Files): Promise<Linter[]>;
  /** The type checkers that a tree is configured for; a compiler that its tests need anyway is none. */
  typeCheckers?(files: Files): Promise<Linter[]>;
}

export interface Imports {
  /** Whether a package can be imported where tests run, asked only where nothing else speaks for it; null: not known. */
  installed: ((name: string) => boolean) | null;
  /** Whether a path may be made by a build. */
  isIgnored(path: string): boolean;
}

export interface Leftovers {
  /** A path that shows that such tools are used. */
  readonly shows: RegExp;
  /** Installed dependencies show it as well. */
  readonly showsInstalled?: true;
  /** Lines for a .gitignore. */
  readonly lines: readonly string[];
  /** For folders among them whose name anybody may give: what lies in one that such a tool made, named from there. */
  readonly made?: Readonly<Record<string, RegExp>>;
  /** Files among them that may be written by hand as well: then they hold such text. */
  readonly written?: { readonly files: RegExp; readonly text: RegExp };
}

export interface Lines {
  /** Files in which it may stand, its own and those of others. */
  readonly files: RegExp;
  readonly comment: RegExp;
  /** A file with a comment that the compiler obeys, or a tool that loads the code: none of its comments says nothing. */
  readonly obeyed?: RegExp;
  readonly dangers: readonly Pattern[];
  readonly style: TextStyle;
}

export interface TextStyle {
  readonly comments: 'hash' | 'slash' | 'none';
  /** Blocks are lines further in, not braces. */
  readonly indents: boolean;
}

export interface Naming {
  /** A comment that names files, in its first group. */
  readonly embeds?: RegExp;
  /** Code that loads a module whose name is made while it runs. */
  readonly loads?: RegExp;
}

export interface Testing {
  /** Code that uses a test framework. */
  readonly framework: RegExp;
  /** Code that asserts. */
  readonly asserting: RegExp;
  /** What a module offers, by name in one of the groups. */
  readonly exported: RegExp;
  /** Files that its runner loads for tests, which are none of the product. */
  readonly support?: RegExp;
}

/** What keeps a change from deceiving its tests. */
export interface Judging {
  control?(): Promise<ControlMaker>;
  /** Test files of which a control can be made, where not all that it owns are. */
  readonly controlled?: RegExp;
  /** Copies of a script of a test command that must fail; null where it is none of its own. */
  script?(source: Source, mark: string): Promise<ScriptControl | null>;
  /** Tests inside of product files, where base's own command and configuration run them; null: there are none. */
  regions?(
    runner: Pick<Runner, 'id' | 'command'>,
    files: Files,
  ): Promise<((path: string) => Promise<Regions | null>) | null>;
  readonly shadows?: FindShadows;
  readonly sightings?: FindSightings;
  readonly equality?: Equality;
  /** Changed files that base's code asks for by what they are about, where no path names them. */
  askedFor?(changed: string[], base: Files): Promise<string[]>;
  /** What takes an exception from whoever would have got it. */
  readonly catching?: RegExp;
  /** Of a compiled language: a line that can end the process of the tests, or speak for it, before they have run. */
  readonly ending?: RegExp;
  /** How files of tests are called where code names them in a string. */
  readonly testNames?: RegExp;
}
