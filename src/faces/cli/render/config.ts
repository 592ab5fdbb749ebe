import { stringify } from 'yaml';
import { scrub } from '../terminal/text.ts';

/** The configuration as YAML; with origins, one value a line and where it comes from behind it. */
export function configLines(raw: Record<string, unknown>, origins: Record<string, string> | null): string[] {
  const values = scrub(raw);
  if (origins === null) return stringify(values, { lineWidth: 0 }).trimEnd().split('\n');
  return leaves(values, '').map(
    ([path, value]) => `${path}: ${JSON.stringify(value)}  # ${originOf(path, scrub(origins))}`,
  );
}

/** One value: a text as it is, everything else as YAML. */
export function valueText(raw: unknown): string {
  const value = scrub(raw);
  return typeof value === 'string' ? value : stringify(value, { lineWidth: 0 }).trimEnd();
}

function leaves(value: unknown, path: string): [string, unknown][] {
  const entries = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length === 0) return [[path, value]];
  return entries.flatMap(([key, entry]) => leaves(entry, path === '' ? key : `${path}.${key}`));
}

/** Of the value itself, or of the nearest value that holds it. */
function originOf(path: string, origins: Record<string, string>): string {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const origin = origins[at];
    if (origin !== undefined) return origin;
  }
  return 'defaults';
}
