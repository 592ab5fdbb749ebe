import type { Setting } from './shape.ts';

/** Every string of a value, with its keys. */
export function objectSettings(value: unknown, keys: string[]): Setting[] {
  if (typeof value === 'string') return [{ keys, value }];
  if (Array.isArray(value)) return value.flatMap((one) => objectSettings(one, keys));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    // Some tools name a module by a key: `transform: { pattern: module }`, `plugins: { module: options }`.
    { keys, value: key },
    ...objectSettings(inner, [...keys, key]),
  ]);
}
