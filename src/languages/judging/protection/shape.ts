import type { Files } from '../../runner.ts';

/** What loads itself: a runner, a build or a package manager reads such a file wherever it finds it. */
export interface ProtectedPattern {
  rule: string;
  /** Compared without regard to case. */
  globs: string[];
  /** Added files that are free all the same: samples that nothing loads. */
  free?: RegExp;
  /** Tools write it by themselves: an added one was left behind, and is no attack. */
  written?: true;
}

export interface Lock {
  /** Its name without folders. */
  readonly name: RegExp;
  /** What it says about packages from elsewhere, as text that can be compared; null where it cannot be read. */
  foreign(text: string): string | null;
}

export interface Protection {
  /** Lock files that a change may bring up to date, as long as packages from elsewhere stay what they are. */
  readonly locks?: readonly Lock[];
  readonly patterns?: readonly ProtectedPattern[];
  /** Names of files that some tool reads without being told to. */
  readonly settings?: RegExp;
  /** Paths in lower case that would be loaded instead of the runner. */
  readonly shadowsRunner?: RegExp;
  /** Added paths that would be loaded instead of what the runner itself imports. */
  readonly shadowsLibrary?: RegExp;
  /** Added paths in lower case that change how the tests around them load. */
  readonly loadsTests?: RegExp;
}

/** Parts of a manifest by name, as text that can be compared; null where it cannot be read. */
export type ReadKeys = (text: string, isNew: boolean) => Map<string, string> | null;

/** A file that says how a package is built, loaded and started, or what it depends on. */
export interface Manifest {
  /** Its name without folders, in lower case: some file systems find it so. */
  readonly name: RegExp;
  /** The keys that steer tests: the rest of the file is free. Absent: it steers none. */
  readonly keys?: ReadKeys;
  /** The packages that it asks for, each with its version. */
  dependencies?(text: string): Map<string, string>;
  /** Those of them that are packages of the same tree. */
  siblings?(path: string, text: string, files: Files): Promise<string[]>;
  /**
   * Whether these keys differ only in that it names more packages of the same tree, which says nothing about how those
   * that base has are tested.
   */
  grows?(growth: Growth): Promise<boolean>;
  /** The lock files that a package manager rewrites along with it. */
  readonly locks?: readonly string[];
  /** Where a package is entered: its main file, its exports, its programs. */
  entries?(path: string, text: string): string[];
}

/** A build file that lists sources of the product: whoever adds a source has to add it there. */
export interface Listing {
  /** Its name without folders, in lower case. */
  readonly name: RegExp;
  /** Whether nothing but sources of the product was added. */
  onlyAdds(base: string, now: string): boolean;
}

export interface Growth {
  path: string;
  /** The protected keys that differ. */
  keys: readonly string[];
  base: string;
  now: string;
  /** Reads a file of the change. */
  read(path: string): Promise<string | null>;
  /** Whether base has nothing in a folder. */
  isNew(folder: string): boolean;
}

/** Whether a list of folders, named from a manifest's own, has all that it had and new folders besides. */
export function listGrows(before: string[], after: string[], { path, isNew }: Pick<Growth, 'path' | 'isNew'>): boolean {
  const top = path.slice(0, path.lastIndexOf('/') + 1);
  const added = after.filter((one) => !before.includes(one));
  const isPlain = (one: string) => /^(?:\.\/)?[\w@][\w@./-]*$/.test(one) && !one.includes('..');
  const isKept = before.every((one) => after.includes(one)) && after.length === before.length + added.length;
  return isKept && added.every((one) => isPlain(one) && isNew(`${top}${one.replace(/^\.\/|\/$/g, '')}`));
}

/** Added files among these are samples, which nothing loads. */
export const samples = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|samples?|examples?|templates?)\//i;
