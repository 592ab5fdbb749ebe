const units: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** The beginning of a period that ends now, as people write it: `7d`, `24h`, `2w`, a day or a time (UTC). Null: not so. */
export function periodStart(text: string, now: number): number | null {
  const [, count, letter = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const unit = units[letter];
  if (unit !== undefined) return Number(count) > 0 ? Math.max(0, now - Number(count) * unit) : null;
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null;
  const at = Date.parse(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
  // The 31st of a shorter month would otherwise be a day of the next one.
  const day = new Date(`${text.slice(0, 10)}T00:00Z`);
  const real = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10);
  return Number.isNaN(at) || !real ? null : at;
}
