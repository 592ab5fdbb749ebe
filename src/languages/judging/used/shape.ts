import type { Files } from '../../runner.ts';

/** A string of a configuration, with the keys that it stands below, the outermost first. */
export interface Setting {
  keys: string[];
  value: string;
}

/** What steers the tests of a language besides tests themselves, as far as reading tells. */
export interface Steering {
  /** Lines of commands in a file of its own; null: not its own. */
  commands?(path: string, text: string): string | null;
  /** Programs that read sources to make or check something: the files they are given are the product's. */
  readonly tools?: RegExp;
  /** What a word that names no file may end in. */
  readonly endings?: readonly string[];
  /** Scripts of the project that the words of a command run, by name. */
  scriptsIn?(words: string[]): string[];
  /** The commands of a project's script by its name, each with those around it. */
  script?(name: string, files: Files): Promise<string | null>;
  /** The name of the script that runs the tests where nothing else is said. */
  readonly testScript?: string;
  /** Files that configure a runner, and may say where modules are. */
  readonly configuration?: RegExp;
  /** Those of them in which most keys are about something else: then only these keys steer tests. */
  readonly mixed?: { files: RegExp; keys: RegExp };
  /** Those of them whose names of files lead to the product as well: aliases. */
  readonly aliases?: RegExp;
  /** The strings of a file of its own, and the modules that it imports (below the key `import`); null: not its own. */
  settings?(path: string, text: string): Promise<Setting[]> | null;
  /** What a manifest says about tests. */
  manifestSettings?(files: Files): Promise<{ path: string; settings: Setting[] }>;
  /** The files that a name below some keys may mean, where it is no path. */
  modulesOf?(word: string, keys: string[], folder: string): string[];
  /** Folders, each with a slash at the end, that only tests use. */
  support?(files: Files): Promise<string[]>;
}
