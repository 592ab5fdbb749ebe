const repairs =
  /\b(?:fix(?:es|ed|ing)?|repair(?:s|ed)?|bugs?|fail(?:s|ed|ing|ures?)?|broken|breaks?|wrong(?:ly)?|incorrect(?:ly)?|regress(?:ion|ed|es)?|crash(?:es|ed|ing)?|errors?|off[- ]by[- ]one|faulty?|defects?|red|green|pass(?:es)?)\b/i;
const makes =
  /\b(?:add(?!s? up\b)|implement|create|introduce|support|build|write|new|extend|document|rename|refactor|migrate|upgrade|replace|remove|delete|convert)\b/i;

/**
 * Whether the words ask for what the failing tests tell and for nothing else. The repairer cannot read: it would call a
 * request for more done once the tests pass.
 */
export function asksForRepair(words: string): boolean {
  return repairs.test(words) && !makes.test(words);
}
