declare const from: unique symbol;

/**
 * A file of the repository, named from its top: `packages/x/src/a.js`. A path of the one kind is never taken for one of
 * the other; a plain string may be either, and is what its reader says it is.
 */
export type RepoPath = string & { readonly [from]?: 'repository' };

/** A file below the target folder, named from there: `src/a.js`. */
export type ScopePath = string & { readonly [from]?: 'scope' };
