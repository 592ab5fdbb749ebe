import { languageOf, languages } from '../registry.ts';
import type { Sighting } from './surrounding.ts';

/**
 * Where a changed file newly looks at its surroundings. `base` is null for an added file. A line that was there before,
 * wherever it stood, is not reported; a file that does not parse tells nothing here, since it does not run either.
 */
export async function newSightings(path: string, base: string | null, now: string): Promise<Sighting[]> {
  const find = languageOf(path)?.judging?.sightings;
  if (!find || base === now) return [];
  const after = sightingsOf(await find(path, now), now);
  if (after.length === 0 || base === null) return after;
  const remaining = new Map<string, number>();
  for (const key of keysOf(sightingsOf(await find(path, base), base), base))
    remaining.set(key, (remaining.get(key) ?? 0) + 1);
  const keys = keysOf(after, now);
  return after.filter((_, at) => {
    const key = keys[at] ?? '';
    const count = remaining.get(key) ?? 0;
    remaining.set(key, count - 1);
    return count <= 0;
  });
}

/** With what any language may say: the name of a test's file. */
function sightingsOf(sightings: Sighting[] | null, text: string): Sighting[] {
  if (sightings === null) return [];
  const names = languages().flatMap(({ judging }) => judging?.testNames?.source ?? []);
  const testFile = new RegExp(`["'\`/](?:${names.join('|')})["'\`]`);
  const named = text
    .split('\n')
    .flatMap((line, at): Sighting[] =>
      testFile.test(line) ? [{ line: at + 1, what: 'names the file of a test' }] : [],
    );
  return [...sightings, ...named];
}

function keysOf(sightings: Sighting[], text: string): string[] {
  const lines = text.split('\n');
  // What was changed before may be changed otherwise: a polyfill is mended too.
  return sightings.map((one) => (one.meddles ? one.what : `${one.what} ${lines[one.line - 1]?.trim()}`));
}
