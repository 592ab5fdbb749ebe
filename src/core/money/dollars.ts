/** An amount of USD in a sentence: `$0`, `$0.05`, `$0.0125`, `$3.00`. */
export function inDollars(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.0001) return '<$0.0001';
  return `$${usd.toFixed(usd < 1 ? 4 : 2).replace(/(\.\d\d)00$/, '$1')}`;
}
