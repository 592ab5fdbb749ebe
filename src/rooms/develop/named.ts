import { pathLine } from '../../code/text.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import { isMapped } from '../../languages/structure/map/facts.ts';
import type { ScopePath } from '../../schema/code/path.ts';
import type { Place } from './guidance.ts';

/** Files that the request names, whole, as the developer would read them first. */
export interface Named {
  excerpt: string;
  files: ScopePath[];
}

const largest = 12_000;
const largestTest = 4000;
const mostCharacters = 16_000;
const mostFiles = 4;

/** The small ones of the files that a request names (by path, by name, or the one source file called so), and of their tests. */
export async function namedIn(
  request: string,
  files: readonly ScopePath[],
  isTest: (path: ScopePath) => boolean,
  { clone, tree, scope, isHidden, sight }: Place,
): Promise<Named> {
  const { fromTop } = scopeAt(scope);
  const requestPaths = namesIn(request, files, isTest).filter((path) => !isHidden(path));
  const named = [...requestPaths, ...testsOf(requestPaths, files, isTest).filter((path) => !isHidden(path))];
  const texts = await clone.readMany(tree, named.map(fromTop));
  const blocks: string[] = [];
  const chosen: ScopePath[] = [];
  let remaining = mostCharacters;
  for (const path of named) {
    const text = texts.get(fromTop(path));
    if (text === undefined || text.trim() === '' || text.includes('\0')) continue;
    // Where secrets are, the text is not the file's own.
    const most = requestPaths.includes(path) ? largest : largestTest;
    if (text.length > Math.min(most, remaining) || sight.text(text) !== text || chosen.length === mostFiles) continue;
    remaining -= text.length;
    chosen.push(path);
    blocks.push(fenced(path, text));
  }
  return { excerpt: blocks.join('\n'), files: chosen };
}

/** The paths that a text names, the plainest first. */
function namesIn(request: string, files: readonly ScopePath[], isTest: (path: ScopePath) => boolean): ScopePath[] {
  const words = new Set(request.match(/[\w@.$+/-]+/g)?.flatMap((word) => [word, trimmedWord(word)]) ?? []);
  const byPath = files.filter((path) => words.has(path) || words.has(`./${path}`));
  const byName = files.filter((path) => words.has(nameOf(path)) && nameOf(path).includes('.'));
  const sources = files.filter((path) => isMapped(path) && !isTest(path));
  const stems = new Map<string, ScopePath[]>();
  for (const path of sources) {
    const stem = stemOf(path);
    stems.set(stem, [...(stems.get(stem) ?? []), path]);
  }
  const byStem = [...words].flatMap((word) => {
    const called = stems.get(word) ?? [];
    return word.length >= 4 && called.length === 1 ? called : [];
  });
  return [...new Set([...byPath, ...(byName.length <= mostFiles ? byName : []), ...byStem])];
}

/** The tests of named files, by their names: how tests are written here, and what is tested already. */
function testsOf(
  named: readonly ScopePath[],
  files: readonly ScopePath[],
  isTest: (path: ScopePath) => boolean,
): ScopePath[] {
  const subjects = new Set(named.filter((path) => !isTest(path)).map(stemOf));
  return files.filter(
    (path) => isMapped(path) && isTest(path) && !named.includes(path) && subjects.has(subjectOf(stemOf(path))),
  );
}

const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '');
/** `parse` of `parse.test`, `test_parse`, `parse_spec`, `ParseTest`. */
const subjectOf = (stem: string): string =>
  stem.replace(/^(?:test|spec)[._-]|[._-](?:tests?|specs?)$/i, '').replace(/(?<=[a-z])Tests?$/, '');

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Without what stands around it in a sentence: a full stop, a call's brackets, a slash. */
const trimmedWord = (word: string): string => word.replace(/^[./-]+|[./-]+$/g, '');

/** In a fence that the text does not hold, so that it ends where it ends. */
function fenced(path: ScopePath, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${pathLine(path)}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}
