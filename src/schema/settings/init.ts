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

/** A configuration that writes down how the project is tested. */
export interface ConfigProposal {
  /** Below the target. */
  file: string;
  text: string;
  /** The existing configuration, which is not changed; null: none. */
  existing: string | null;
}

export interface InitResult extends FirstCommit {
  /** Null where nothing is proposed: `note` says why, unless what is there is just that. */
  config: (ConfigProposal & { written: boolean }) | null;
  note: string | null;
}

export interface FirstCommit {
  /** What was made, in words. */
  created: string[];
  /** Null where there was nothing to commit: the repository has commits. */
  proposal: Proposal | null;
  committed: boolean;
}
