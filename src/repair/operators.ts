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
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '+=': ['-=', '='],
  '-=': ['+='],
  '*=': ['/=', '+='],
  '/=': ['*='],
  '||=': ['&&=', '??='],
};

/** Where a whole number is divided, Python has one more. */
const python: Record<string, string[]> = { '/': ['//', '*', '%'], '%': ['//', '/'], '//': ['/', '%'] };

export function meantBy(operator: string, language: 'javascript' | 'python'): string[] {
  const known = (language === 'python' ? python[operator] : undefined) ?? swaps[operator] ?? [];
  return language === 'python' ? known.filter((other) => other !== '??') : known;
}

/** Boundaries are what is wrong most often. */
export function weightOf(operator: string, other: string): number {
  if (/^[<>]=?$/.test(operator)) return other.replace('=', '') === operator.replace('=', '') ? 0.85 : 0.7;
  if (/^(?:&&|\|\||and|or|[=!]==?)$/.test(operator)) return other === '??' ? 0.4 : 0.75;
  return operator === '*' && other !== '/' ? 0.5 : 0.75;
}

/** Sides that may be the wrong way round. */
export const isOrdered = (operator: string): boolean => /^(?:-|\/|\/\/|%|\*\*)$/.test(operator);
