import type { Testing } from '../../language.ts';
import { languageOf } from '../../registry.ts';
import { readAll } from '../../related.ts';
import type { Files, Links } from '../../runner.ts';
import { isManifest } from '../protection/manifests.ts';
import { namedInCommand } from '../used/commands.ts';
import { isData, isDocumentation, isSettings } from './kinds.ts';
import { leadsOf } from './leads.ts';
import { namesIn } from './names.ts';

/** What is known about base, before its files are read. */
interface BaseFacts {
  links: Links;
  /** Tests, and what runs them. */
  isTest: (path: string) => boolean;
  /** What the test command runs: it may lead to the product in ways that cannot be read. */
  isScript: (path: string) => boolean;
}

/** More files than this are not read to find out. */
export const mostRead = 20_000;

/**
 * Files of a tree that belong to its checks whatever they are called: nothing but checks leads to them, and they are not
 * what is checked. Data counts where the checks that read it lead to the product as well; code where it is found by
 * listing a folder or in a list and uses the product itself, where it uses a test framework, or where it only compares.
 * Null for a tree that is too large to be read: then nobody looked.
 */
export async function ofChecks(files: Files, { links, isTest, isScript }: BaseFacts): Promise<Set<string> | null> {
  const testSide = new Set(files.paths.filter(isTest));
  const reached = new Set<string>();
  const readable = files.paths.filter((path) => testSide.has(path) || isManifest(path) || !isData(path));
  if (testSide.size === 0) return reached;
  if (readable.length > mostRead) return null;
  const texts = await readAll(files, readable);
  const leads = leadsOf(files.paths, texts, links);
  const isCode = (path: string) => !testSide.has(path) && !isData(path) && !isSettings(path) && !isManifest(path);
  const looked = lookedThrough();
  const products = new Set(files.paths.filter(isCode).map(folderOf));
  for (let grown = true; grown; ) {
    grown = false;
    for (const path of files.paths) {
      if (testSide.has(path) || looked.has(path) || isSettings(path) || isManifest(path) || isDocumentation(path))
        continue;
      if (leads.anyBut(testSide, path)) continue;
      const [named, listing] = [[...leads.byName(path)], leads.byFolder(path)];
      if (named.length + listing.length === 0) continue;
      // It may be a list, which leads on.
      if (isData(path) && !texts.has(path))
        for (const [list, text] of await readAll(files, [path])) {
          texts.set(list, text);
          leads.add(list, text);
        }
      if (!belongs(path, named, listing)) continue;
      testSide.add(path);
      reached.add(path);
      grown = true;
    }
  }
  return reached;

  /** What scripts of checks only look through is what they check. */
  function lookedThrough(): Set<string> {
    const paths = new Set(files.paths);
    const named = [...texts]
      .filter(([path]) => isScript(path))
      .map(([, text]) => namedInCommand(text, (one) => paths.has(one)));
    const others = new Set(named.flatMap((one) => one.files));
    return new Set(named.flatMap((one) => one.looked).filter((path) => !others.has(path)));
  }

  function belongs(path: string, named: string[], listing: string[]): boolean {
    const leaders = [...named, ...listing];
    // What lies among the product's own files may be given to it.
    if (isData(path) && !isCalledSo.test(path) && products.has(folderOf(path))) return false;
    if (isData(path))
      return [path, ...leaders].some((one) => (isScript(one) && products.size > 0) || usesProduct(one, path));
    const isListed = leaders.some(isData) || listing.some(lists);
    if (isListed && usesProduct(path, path) && asserts(path)) return true;
    const text = texts.get(path) ?? '';
    const testing = languageOf(path)?.testing;
    if (!testing) return false;
    if (testing.framework.test(text)) return true;
    return onlyCompares(
      text,
      testing,
      leaders.flatMap((leader) => texts.get(leader) ?? []),
    );
  }

  /** Builds list folders too, of what they build. */
  function asserts(path: string): boolean {
    return [path, ...leads.from(path)].some((one) => languageOf(one)?.testing?.asserting.test(texts.get(one) ?? ''));
  }

  function lists(path: string): boolean {
    const text = texts.get(path) ?? '';
    return /\/\*/.test(text) || namesIn(path, text).looksAround;
  }

  /** Whether a check leads to code that is no check, but for one file. */
  function usesProduct(path: string, but: string): boolean {
    const needed = [...leads.from(path), ...(links.get(path) ?? [])];
    return needed.some((to) => to !== but && !testSide.has(to) && !isData(to));
  }
}

const isCalledSo = /(?:^|[/._-])(?:expect\w*|golden|cases?|fixtures?|samples?|snapshots?)(?:[/._-]|$)/i;
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Whether code compares what it is given and does nothing else: it asserts, and every use of it is a statement of its
 * own about the result of something else.
 */
function onlyCompares(text: string, { asserting, exported }: Testing, users: string[]): boolean {
  if (!asserting.test(text)) return false;
  const names = [...text.matchAll(exported)].map(([, ...groups]) => groups.find((name) => name !== undefined) ?? '');
  const uses = names.flatMap((name) =>
    users.flatMap((user) =>
      [...user.matchAll(new RegExp(`(?<before>[^\\n]*?)(?<![\\w$])${name}\\s*\\((?<args>[^\\n]*)`, 'g'))].map(
        ({ groups }) => ({ before: groups?.before ?? '', args: groups?.args ?? '' }),
      ),
    ),
  );
  const isStatement = ({ before }: { before: string }) =>
    /(?:^|[;{}]|=>|:)\s*(?:await\s+|return\s+)?(?:[\w$]+\.)?$/.test(before) && !/throws|rejects|raises/i.test(before);
  return uses.length > 0 && uses.every(isStatement) && uses.some(({ args }) => /[\w$]\s*\(/.test(args));
}
