/**
 * Whether commits say of themselves that nothing the product does is new or gone: all of them must. It is a claim and no
 * proof; whoever believes it looks for what speaks against it.
 */
export const claimsRefactoring = (subjects: readonly string[]): boolean =>
  subjects.length > 0 && subjects.every(isRefactoring);

function isRefactoring(subject: string): boolean {
  const [, type = '', breaking] = /^(\w+)(?:\([^)]*\))?(!)?:\s/.exec(subject) ?? [];
  if (breaking !== undefined || /^(?:feat|feature)$/i.test(type) || /^revert\b/i.test(subject)) return false;
  return /^(?:refactor|style|perf|test|tests|ci)$/i.test(type) || work.test(subject);
}

/** What people call work that leaves the product's behaviour as it is. */
const work =
  /\b(?:refactor\w*|renam(?:e|es|ed|ing)|re-?format\w*|lint\w*|clean(?:s|ed|ing)?[- ]?ups?|tid(?:y|ied|ying)|simplif\w+|de-?duplicat\w+|duplicat(?:e|ion) (?:code|of)|reduce duplication|extract(?:s|ed|ing)?|unused|dead code|unreachable|redundant|typos?|whitespace|optimi[sz]e[sd]?|speed up|perf(?:ormance)?|type[- ]hints?|docstrings?|comments?|in (?:more|other|another) places?)\b/i;
