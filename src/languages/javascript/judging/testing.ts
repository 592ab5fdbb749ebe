import type { Testing } from '../../language.ts';

export const testing: Testing = {
  framework:
    /\b(?:from|require\(|import)\s*['"(]?\s*['"](?:node:test|vitest|@jest\/globals|mocha|ava|tap|bun:test|@playwright\/test)['"]/m,
  asserting: /\b(?:from|require\(|import)\s*['"(]?(?:node:)?(?:assert|chai|expect|should|power-assert|uvu\/assert)\b/m,
  exported:
    /(?:export\s+(?:async\s+)?function\*?\s+([\w$]+)|export\s+(?:const|let|var)\s+([\w$]+)|exports\.([\w$]+)\s*=)/gm,
};
