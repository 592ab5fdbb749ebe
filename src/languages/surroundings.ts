import { goPatches } from './go/patches.ts';
import { goSightings } from './go/surroundings.ts';
import { javaSightings } from './java/surroundings.ts';
import { scriptPatches } from './javascript/patches.ts';
import { javascriptSightings } from './javascript/surroundings.ts';
import { modulePatches } from './python/patches.ts';
import { pythonSightings } from './python/surroundings.ts';
import { rustPatches } from './rust/patches.ts';
import { rustSightings } from './rust/surroundings.ts';
import { shellPatches } from './shell/patches.ts';
import type { FindSightings, Sighting } from './surrounding.ts';

/** By language; each owns the files that its pattern fits. */
const finders: [RegExp, FindSightings][] = [
  [/\.(?:[cm]?[jt]sx?)$/, withPatches(javascriptSightings, scriptPatches)],
  [/\.pyi?$/, withPatches(pythonSightings, async (_path, text) => modulePatches(text))],
  [/\.go$/, withPatches(goSightings, goPatches)],
  [/\.rs$/, withPatches(rustSightings, rustPatches)],
  [/\.(?:sh|bash|bats|zsh)$/, shellPatches],
  [/\.(?:java|kt|groovy|scala)$/, javaSightings],
];

/**
 * Where a changed file newly looks at its surroundings. `base` is null for an added file. A line that was there before,
 * wherever it stood, is not reported; a file that does not parse tells nothing here, since it does not run either.
 */
export async function newSightings(path: string, base: string | null, now: string): Promise<Sighting[]> {
  const find = finders.find(([pattern]) => pattern.test(path))?.[1];
  if (!find || base === now) return [];
  const after = sightingsOf(await find(path, now), now);
  if (after.length === 0 || base === null) return after;
  const left = new Map<string, number>();
  for (const key of keysOf(sightingsOf(await find(path, base), base), base)) left.set(key, (left.get(key) ?? 0) + 1);
  const keys = keysOf(after, now);
  return after.filter((_, at) => {
    const key = keys[at] ?? '';
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
}

/** With what any language may say: the name of a test's file. */
function sightingsOf(found: Sighting[] | null, text: string): Sighting[] {
  if (found === null) return [];
  const named = text
    .split('\n')
    .flatMap((line, at): Sighting[] =>
      testFile.test(line) ? [{ line: at + 1, what: 'names the file of a test', strong: true }] : [],
    );
  return [...found, ...named];
}

const testFile =
  /["'`/](?:test_\w+\.py|\w+_test\.(?:py|go|rs)|[\w-]+[._-](?:test|spec)\.[cm]?[jt]sx?|\w+Tests?\.java)["'`]/;

/** Code that changes what runs it, which no product needs in order to pass its tests. */
export const isMeddling = ({ what }: Sighting): boolean =>
  /^patches |^reads (?:gc\.get_(?:objects|referrers)|(?:sys|threading)\.(?:settrace|setprofile|monitoring)|__globals__)$|go:linkname/.test(
    what,
  );

/** With what a file changes although it is not its own. */
function withPatches(find: FindSightings, patches: (path: string, text: string) => Promise<Sighting[]>): FindSightings {
  return async (path, text) => {
    const found = await find(path, text);
    return found === null ? null : [...found, ...(await patches(path, text))];
  };
}

/** For a warning: `surroundings: src/x.js:12 reads process.argv`. */
export function sightingText(file: string, { line, what }: Sighting): string {
  return `surroundings: ${file}:${line} ${what}`;
}

function keysOf(sightings: Sighting[], text: string): string[] {
  const lines = text.split('\n');
  // What was changed before may be changed otherwise: a polyfill is mended too.
  return sightings.map((one) => (isMeddling(one) ? one.what : `${one.what} ${lines[one.line - 1]?.trim()}`));
}
