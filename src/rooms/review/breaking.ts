import { addedLines } from '../../code/patch/added-lines.ts';
import { isDocumentation } from '../../languages/judging/reach/kinds.ts';
import { filesIn } from '../../languages/runs/project.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import { type Break, breaksIn, lastOf } from '../../languages/surface/breaks.ts';
import type { Clone, FileChange } from '../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../schema/code/path.ts';
import type { Parsers } from '../../schema/code/tree.ts';

/** What was asked for and what the developer says it did, in their words. */
export interface Words {
  request: string;
  summary: string;
}

export interface Breaking {
  /** Breaks that nothing tells the users of the product about. */
  unsaid: string[];
  /** Those that a note tells them about, or that were asked for. */
  announced: string[];
}

interface Change {
  base: string;
  tree: string;
  changes: FileChange[];
  patch: string;
  scope: string;
  isTest: (path: RepoPath) => boolean;
}

/** What a change takes from the users of the product, and whether that is said anywhere. */
export async function breakingIn(
  { base, tree, changes, patch, scope, isTest }: Change,
  words: Words,
  clone: Clone,
  parsers: Parsers,
): Promise<Breaking> {
  const changed = productOf({ changes, isTest, scope });
  if (changes.every(({ status }) => status === 'added') || changed.length === 0) return { unsaid: [], announced: [] };
  const [before, now] = await Promise.all([filesIn(clone, base, scope), filesIn(clone, tree, scope)]);
  const lines = [...addedLines(patch)];
  const wordsIn = (texts: string[]) => new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  const code = wordsIn(lines.filter(({ path }) => !isProse(path)).map(({ text }) => text));
  const prose = wordsIn(lines.filter(({ path }) => isProse(path)).map(({ text }) => text));
  const breaks = await breaksIn(before, now, changed, code, parsers);
  const isSaid = ({ name }: Break) =>
    prose.has(lastOf(name)) || names(words.request, lastOf(name)) || names(words.summary, lastOf(name));
  const sentence = ({ text, file }: Break) => `${text} (${file})`;
  return { unsaid: breaks.filter((one) => !isSaid(one)).map(sentence), announced: breaks.filter(isSaid).map(sentence) };
}

function productOf({ changes, isTest, scope }: Pick<Change, 'changes' | 'isTest' | 'scope'>): ScopePath[] {
  const product = changes.map(({ path }) => path).filter((path) => !isTest(path) && !isDocumentation(path));
  return scopeAt(scope).inside(product);
}

const isProse = (path: string): boolean =>
  isDocumentation(path) || /(?:^|\/)(?:changelog|changes|history|news|migrat)[^/]*$|(?:^|\/)docs\//i.test(path);

/** Whether a text names it as something that goes, or that asks for more. */
function names(text: string, name: string): boolean {
  const isThere = new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
  return (
    isThere &&
    /\b(?:break|incompat|remov|delet|drop|renam|replac|retire|no longer|require|parameter|argument|signature)/i.test(
      text,
    )
  );
}
