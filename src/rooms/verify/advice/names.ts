import { pathsNamedIn } from '../../../code/named-paths.ts';
import { clip } from '../../../core/clip.ts';
import { isForeign } from '../../../languages/registry.ts';

export interface KnownNames {
  /** Every file that there is, before the change and after it. */
  files: readonly string[];
  /** The names of all tests. */
  tests: readonly string[];
}

/** A test by its name in quotes: `the test "adds two"`. */
const quotedTest = /\btests?\s+(?:named\s+|called\s+)?(?:"([^"\n]{3,150})"|`([^`\n]{3,150})`|“([^”\n]{3,150})”)/gi;

/**
 * The files and tests that an analysis names but that do not exist, each as a sentence. A file that is still to be
 * created does not count.
 */
export function unknownNames({ cause, strategy }: { cause: string; strategy: string }, names: KnownNames): string[] {
  const endings = new Set(names.files.map(endingOf));
  const isThere = (path: string) => names.files.some((file) => file === path || file.endsWith(`/${path}`));
  const named = [
    ...pathsNamedIn(cause).map(({ path }) => ({ path, made: false })),
    ...strategy.split(/(?<=[.;])\s/).flatMap(pathsNamedIn),
  ];
  const files = named.filter(
    ({ path, made }) => !made && !isForeign(path) && endings.has(endingOf(path)) && !isThere(path),
  );
  const tests = [...`${cause}\n${strategy}`.matchAll(quotedTest)]
    .map(([, one, other, third]) => one ?? other ?? third ?? '')
    .filter((name) => !names.tests.some((test) => test.includes(name) || name.includes(test)));
  return [
    ...new Set([
      ...files.map(({ path }) => `there is no file ${clip(path, 150)}`),
      ...tests.map((name) => `there is no test ${clip(JSON.stringify(name), 170)}`),
    ]),
  ].slice(0, 6);
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
