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

/**
 * What people call work that leaves the product's behaviour as it is. A word that features are named by as well counts
 * only with its object: "extract a helper" is such work, "extract archives" is not.
 */
const work =
  /\b(?:refactor\w*|renam(?:e|es|ed|ing)|re-?format\w*|lint(?:s|ed|er|ing)?|clean(?:s|ed|ing)?[- ]?ups?|tid(?:y|ied|ying)|simplif(?:y|ies|ied|ying)|de-?duplicat\w+|reduce duplication|extract(?:s|ed|ing)? (?:an? |the )?(?:\w+ )?(?:functions?|methods?|helpers?|class(?:es)?|modules?|constants?|variables?)|(?:remov|delet|dropp?)(?:e|es|ed|ing) (?:an? |the |some )?(?:unused|dead|unreachable|redundant|duplicate)|(?:fix|correct)(?:es|s|ed|ing)? (?:an? |the |some )?typos?|whitespace|speed(?:s|ed)? up|perf(?:ormance)?|type[- ]hints?|docstrings?|in (?:more|other) places)\b/i;
