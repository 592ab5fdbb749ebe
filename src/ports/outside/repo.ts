import type { RepoPath, ScopePath } from '../../schema/code/path.ts';

export interface Target {
  /** The target folder as given, made absolute and real. */
  dir: string;
  /** The top of its work tree. */
  top: string;
  /** The target relative to the top: '' or 'packages/x'. */
  scope: string;
  git_dir: string;
  head: string;
  /** The checked-out branch, or null when HEAD is detached. */
  branch: string | null;
  /** Absent where HEAD has none. */
  submodules?: Submodule[];
}

/** A folder whose files belong to another repository: this repository's trees do not contain them. */
export interface Submodule {
  path: RepoPath;
  /** Its files lie in the work tree. */
  there: boolean;
}

export interface FileChange {
  path: RepoPath;
  status: 'added' | 'modified' | 'deleted';
  insertions: number;
  deletions: number;
}

/**
 * The most files that a change may touch. Every file of a change is examined, and a failing command can leave any
 * number of them. A snapshot contains at most one file more than this, which shows that there are too many.
 */
export const mostChangedFiles = 10_000;

/** A remote of the user's repository. */
export interface Remote {
  name: string;
  /** Without a user name and a password. */
  url: string;
}

export interface Push {
  branch: string;
  sha: string;
  /** What this run pushed there before, which may be replaced; anything else there must be a part of `sha`. */
  replaces?: string;
  /** By name; absent: the one that git itself would push to. */
  remote?: string;
}

export type Pushed = { remote: Remote; already: boolean } | { fault: GitFault };

/** Why git could not do what it was asked to outside, and what to do about it. */
export interface GitFault {
  reason:
    | ('no_remote' | 'unsafe_remote' | 'moved' | 'rejected' | 'denied' | 'unreachable' | 'failed')
    | ('overlap' | 'busy' | 'index_locked' | 'filtered' | 'checked_out');
  /** What a person would type for the same. */
  command: string;
  /** Null: git was not asked, or did not end. */
  exit_code: number | null;
  message: string;
  cure: string;
  /** It may go better in a moment. */
  passing: boolean;
}

export interface Advance {
  branch: string;
  /** Where the branch must be, and where it goes. */
  from: string;
  to: string;
}

/** A branch of the user's repository that contains some commits which it should not. */
export interface Holder {
  branch: string;
  /** Newest first, without commits that the branch has reverted since. */
  commits: string[];
  /** Where the branch can go back to: nothing came after the commits, here or on a remote, and no file is changed. */
  before: string | null;
  /** The work tree that it is checked out in; null: none. */
  worktree: string | null;
}

/** `files`: those of the work tree that were brought along; null: the branch is not checked out. */
export type Advanced = { files: number | null } | { fault: GitFault };

export const hookNames = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'pre-push'] as const;
export type HookName = (typeof hookNames)[number];

/** The hooks of the user's repository, and what a command that runs them must see. */
export interface Hooks {
  names: HookName[];
  /** Their folder, as a command in the target sees it. */
  at: string;
  /** The folder that `staged` copies them from; null: they are shown with `read_only`. */
  copied: string | null;
  read_only: { host: string; at: string }[];
  env: Record<string, string>;
}

/** A commit that is about to be made. */
export interface Staged {
  tree: string;
  parent: string;
  branch: string;
  /** The folder of hooks that comes with it. */
  hooks: string | null;
}

/** The user's repository: read, never written until `publish`, and its work tree by `advance` alone. */
export interface Repo {
  /** Throws `RepoError` (no_target, not_a_repository, bare, unborn, no_git). Writes nothing. */
  inspect(dir: string): Promise<Target>;
  /**
   * The real path of the git directory that all work trees of a folder's repository share. Needs no commit. Throws
   * `RepoError` (no_target, not_a_repository, bare, no_git).
   */
  commonDir(dir: string): Promise<string>;
  /** Throws `RepoError` (git_read_only) where no commit could be put into the repository. Writes nothing. */
  mustBeWritable(target: Target): Promise<void>;
  /** How many files of the work tree a run leaves out, since it starts from the commit. Writes nothing. */
  uncommitted(target: Target): Promise<number>;
  /** The address of the remote `origin` as written in the repository's configuration; null if there is none. */
  origin(target: Target): Promise<string | null>;
  /** The files of the checked-out commit, without a clone. */
  headFiles(target: Target): Promise<{ paths: string[]; read(path: string): Promise<string | null> }>;
  /** The commit that a revision means in the user's repository. Throws `ConfigError` where it means none. */
  resolve(target: Target, revision: string): Promise<string>;
  /** The user's work tree with its untracked, unignored files, or their index, in a run's clone. */
  capture(run: string, target: Target, staged: boolean): Promise<Captured>;
  /** The private clone of a run, made when missing. One that is only looked at can commit nothing, and is made faster. */
  clone(run: string, target: Target, only_look?: boolean): Promise<Clone>;
  /**
   * Brings a commit into the user's repository and points a branch at it, if the branch is where `expected` says
   * (null: absent). False when it is elsewhere. Doing it twice is doing it once.
   */
  publish(run: string, target: Target, branch: string, sha: string, expected: string | null): Promise<boolean>;
  /**
   * Moves an existing branch to a commit of a run's clone. If the branch is checked out in the target, its files and
   * index are updated too, and other changes there stay; if both touch the same files, nothing is done. Calling it
   * again changes nothing, also after a crash in the middle.
   */
  advance(run: string, target: Target, advance: Advance): Promise<Advanced>;
  /**
   * The hooks that git would run here; null: none. Throws `Unfit` if they are behind a link that leaves the repository.
   */
  hooks(target: Target): Promise<Hooks | null>;
  /**
   * A work folder of a run's clone with a repository of its own in it, in which a commit is about to be made: for
   * commands in the sandbox alone. A snapshot of it has no repository any more.
   */
  staged(run: string, target: Target, staged: Staged): Promise<Workspace>;
  /** Points a reference under `refs/pawl/` or `refs/tags/` of the user's repository at a commit that it has. */
  keepRef(target: Target, ref: string, sha: string): Promise<void>;
  /** Removes such a reference, if it points at `sha`. */
  dropRef(target: Target, ref: string, sha: string): Promise<void>;
  /** The remotes; the one that git itself would push to comes first. */
  remotes(target: Target): Promise<Remote[]>;
  /**
   * Pushes a commit of a run's clone as a branch, unless it is there already: doing it twice is doing it once. Never
   * replaces what others pushed.
   */
  push(run: string, target: Target, push: Push): Promise<Pushed>;
  /** The commit that a branch of the user's repository points at. */
  branchTip(target: Target, branch: string): Promise<string | null>;
  /** The work tree that has a branch checked out; null: none. */
  worktreeOf(target: Target, branch: string): Promise<string | null>;
  /** A branch that a new one of this name cannot exist beside, because it is the beginning of its path; else null. */
  obstacle(target: Target, branch: string): Promise<string | null>;
  /** The branches that contain any of these commits, the checked-out one first. */
  holders(target: Target, commits: string[]): Promise<Holder[]>;
  /** Deletes a branch if it still points at `expected`. */
  deleteBranch(target: Target, branch: string, expected: string): Promise<boolean>;
}

export interface Captured {
  tree: string;
  /** Untracked files outside the target's folder: no part of the tree. */
  outside: RepoPath[];
}

/** A git directory that we own, and work folders beside it. Trees are named by their git hash. */
export interface Clone {
  treeOf(commit: string): Promise<string>;
  /** Every path in a tree. */
  list(tree: string): Promise<RepoPath[]>;
  /** The plain files of a tree by path, each with the hash of its content. */
  hashes(tree: string): Promise<Map<RepoPath, string>>;
  /** A file's text, or null when the tree has none there (or it is not a plain file). */
  read(tree: string, path: RepoPath): Promise<string | null>;
  /** Many files at once; those that are no plain files are left out. */
  readMany(tree: string, paths: RepoPath[]): Promise<Map<RepoPath, string>>;
  diff(from: string, to: string): Promise<{ changes: FileChange[]; patch: string }>;
  /** `base` with the named paths as they are in `from` (absent there: removed). */
  overlay(base: string, from: string, paths: RepoPath[]): Promise<string>;
  /** The same tree, parent, message and time give the same commit, unless it is signed. */
  commit(commit: { tree: string; parent: string; message: string; at: number }): Promise<string>;
  /** Whether commits are signed, as the user's own configuration said when the clone was made. */
  signs(): Promise<boolean>;
  /** Whether a commit is there. */
  has(commit: string): Promise<boolean>;
  /** The first lines of a commit and its ancestors, the newest first, without merges. */
  subjects(commit: string, most: number): Promise<string[]>;
  /** The words of a commit. */
  message(commit: string): Promise<string>;
  /**
   * Merges a commit with a change that was made on one of its ancestors: the change is a tree, `parent` the commit that
   * it was made on. `tree` is null if both changed the same lines; then `conflicts` names the files.
   */
  merge(
    change: { tree: string; parent: string },
    onto: string,
  ): Promise<{ tree: string | null; conflicts: RepoPath[] }>;
  /** A work folder of its own, holding exactly `tree`; one left by an earlier process is reset to it. */
  workspace(name: string, tree: string): Promise<Workspace>;
  history(of: HistoryOf): History;
}

/** A commit with its ancestors, and what a workspace has changed since. */
export interface HistoryOf {
  commit: string;
  /** Of the whole repository. */
  workspace: Workspace;
  /** Paths are named from here. */
  scope: string;
  /** Files that are neither shown nor named. */
  isHidden: (path: ScopePath) => boolean;
}

export interface History {
  /**
   * What git says to these words (those after `git`), of which only some are allowed. It reads nothing but the commit,
   * its ancestors and what was changed since, and changes nothing but files that are to be restored.
   */
  ask(words: readonly string[]): Promise<HistoryAnswer>;
}

export type HistoryAnswer = { text: string; changed?: true } | { refused: string };

export interface Workspace {
  readonly dir: string;
  /**
   * Stores everything that git would not ignore as a tree, without files that tools leave behind (caches,
   * node_modules).
   */
  snapshot(): Promise<string>;
  reset(tree: string): Promise<void>;
  /** Files and folders as a commit has them. Gives back those that it does not have: then nothing was done. */
  restore(commit: string, paths: RepoPath[]): Promise<RepoPath[]>;
  /** Paths that git would not ignore. */
  list(): Promise<string[]>;
  /** Throws `PathRefused` for a path outside the workspace, in .git, or through a link; null when there is no file. */
  read(path: string): Promise<Uint8Array | null>;
  write(path: RepoPath, content: string): Promise<void>;
  /** Of these files, those that were written, replaced or removed since a time, whatever their times say now. */
  changedSince(at: number, paths: string[]): Promise<string[]>;
  search(pattern: string, scope: string | null): Promise<{ path: string; line: number; text: string }[]>;
  dispose(): Promise<void>;
}
