/** What a first commit would hold. */
export interface Proposal {
  /** The top of the repository, there or to be made. */
  top: string;
  files: string[];
  bytes: number;
  /** Lines that .gitignore gets. */
  ignore: string[];
  /** Repositories inside, which are left out. */
  nested: string[];
}

/** A place that keeps a file out of a commit. */
export interface SecretPlace {
  file: string;
  line: number;
  what: string;
}

export interface InitResult {
  /** What was made, in words. */
  created: string[];
  /** Null where there was nothing to commit: the repository has commits. */
  proposal: Proposal | null;
  committed: boolean;
}
