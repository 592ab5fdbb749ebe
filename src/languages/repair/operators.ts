/** What an operator may have been meant to be, the likeliest first. Every language takes those that it knows. */
const swaps: Record<string, string[]> = {
  '<': ['<=', '>'],
  '<=': ['<', '>='],
  '>': ['>=', '<'],
  '>=': ['>', '<='],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-', '*'],
  '-': ['+'],
  '*': ['/', '+', '**'],
  '/': ['*', '%'],
  '//': ['/', '%'],
  '%': ['/'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&', '??'],
  '??': ['||'],
  and: ['or'],
  or: ['and'],
  '&': ['|', '^'],
  '|': ['&', '^'],
  '^': ['&', '|'],
  '^=': ['&=', '|='],
  '&=': ['|=', '^='],
  '|=': ['&=', '^='],
  '//=': ['/=', '%='],
  '%=': ['//='],
  '<<': ['>>'],
  '>>': ['<<'],
  '+=': ['-=', '='],
  '-=': ['+='],
  '*=': ['/=', '+='],
  '/=': ['*='],
  '||=': ['&&=', '??='],
};

/** `own` is what a language knows better. */
export function meantBy(operator: string, overrides: Record<string, string[]> = {}): string[] {
  return overrides[operator] ?? swaps[operator] ?? [];
}

/** Boundaries are what is wrong most often. */
export function weightOf(operator: string, other: string): number {
  if (/^[<>]=?$/.test(operator)) return other.replace('=', '') === operator.replace('=', '') ? 0.85 : 0.7;
  if (/^(?:&&|\|\||and|or|[=!]==?)$/.test(operator)) return other === '??' ? 0.4 : 0.75;
  // A whole division and a broken one agree on many examples.
  if (operator === '/' && other === '//') return 0.45;
  return operator === '*' && other !== '/' ? 0.5 : 0.75;
}

/** Sides that may be the wrong way round. */
export const isOrdered = (operator: string): boolean => /^(?:-|\/|\/\/|%|\*\*)$/.test(operator);
