/** What an operator may have been meant to be, the likeliest first. Every language takes those that it knows. */
const swaps: Record<string, string[]> = {
  '<': ['<=', '>', '>='],
  '<=': ['<', '>=', '>'],
  '>': ['>=', '<', '<='],
  '>=': ['>', '<=', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-', '*'],
  '-': ['+', '%', '/'],
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
  '-=': ['+=', '/='],
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
  if (/^[<>]=?$/.test(operator)) {
    if (other[0] === operator[0]) return 0.85;
    return other.length === operator.length ? 0.7 : 0.65;
  }
  if (/^(?:&&|\|\||and|or|[=!]==?)$/.test(operator)) return other === '??' ? 0.4 : 0.75;
  if (/^(?:%|\/\/?)=?$/.test(operator) && /^(?:%|\/\/?)=?$/.test(other)) return 0.45;
  if (/^-=?$/.test(operator) && !other.startsWith('+')) return 0.3;
  if (/^\+=?$/.test(operator)) return 0.65;
  return operator === '*' && other !== '/' ? 0.5 : 0.75;
}

/** Sides that may be the wrong way round. */
export const isOrdered = (operator: string): boolean => /^(?:-|\/|\/\/|%|\*\*)$/.test(operator);
