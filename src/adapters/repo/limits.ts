/** How long each kind of git command may take. Whoever waits longer waits for a pipe or a disk that does not answer. */
export interface GitLimits {
  /** Reads a few small files. */
  question_ms: number;
  /** Reads or writes content. */
  content_ms: number;
  /** Fills a work folder of ours with a whole tree. */
  checkout_ms: number;
  /** Speaks to a remote. */
  remote_ms: number;
}

export const gitLimits: GitLimits = {
  question_ms: 15_000,
  content_ms: 120_000,
  checkout_ms: 600_000,
  remote_ms: 180_000,
};

const questions = new Set([
  'check-ref-format',
  'config',
  'for-each-ref',
  'init',
  'rev-parse',
  'symbolic-ref',
  'update-ref',
  'worktree',
]);

export function limitOf([command = '']: string[], limits: GitLimits): number {
  if (command === 'read-tree') return limits.checkout_ms;
  if (command === 'push' || command === 'ls-remote') return limits.remote_ms;
  return questions.has(command) ? limits.question_ms : limits.content_ms;
}
