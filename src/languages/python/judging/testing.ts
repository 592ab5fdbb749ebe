import type { Testing } from '../../language.ts';

export const testing: Testing = {
  framework: /^\s*(?:import|from)\s+(?:_?pytest|unittest|hypothesis|nose)\b/m,
  asserting: /\b(?:from|import)\s+(?:unittest|pytest|hamcrest)\b|^\s*assert\s/m,
  exported: /^def\s+(\w+)/gm,
  support: /(?:^|\/)conftest\.py$/,
};
