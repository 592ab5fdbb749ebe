import type { Reading } from '../ports/outside/reading.ts';
import { languageOf, languages } from './registry.ts';

/** How a text is read, by its name; data and drafts have no ending, so that their own words tell. Null: as no program. */
export function readingOf(name: string, text: string): Reading | null {
  const readings = languages().flatMap(({ reading }) => reading ?? []);
  const byName = languageOf(name)?.reading ?? readings.find(({ holders }) => holders?.test(name));
  if (byName) return byName;
  if (/\.\w+$/.test(name) && !name.startsWith('input.')) return null;
  const head = text.slice(0, 20_000);
  const matching = readings.filter(({ shows }) => shows.test(head));
  return matching.find(({ vague }) => !vague) ?? matching[0] ?? null;
}

/** The lines that an error's text names in a way of its language's own, in its order. */
export const tracedIn = (text: string): { path: string; line: number }[] =>
  languages().flatMap(({ reading }) => reading?.frames?.(text) ?? []);
