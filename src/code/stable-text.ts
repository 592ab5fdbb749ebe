/** A value of JSON or TOML as text: the same text for equal values, in whatever order their keys stand. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint' || (typeof inner === 'number' && !Number.isFinite(inner))) return `${inner}`;
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}
