import type { Files, Links } from '../language.ts';
import { readAll } from '../related.ts';
import { isData, isDocumentation, isManifest, isSettings } from './kinds.ts';
import { type Names, namedAs, namesIn } from './names.ts';

/** What is known about base, before its files are read. */
interface Known {
  links: Links;
  /** Tests, and what runs them. */
  isTest: (path: string) => boolean;
  /** What the test command runs: it may lead to the product in ways that cannot be read. */
  isScript: (path: string) => boolean;
}

/** More files than this are not read to find out: then names alone tell. */
const most = 5_000;

/**
 * Files of a tree that belong to its checks whatever they are called: nothing but checks leads to them, and they are not
 * what is checked. Data counts where the checks that read it lead to the product as well; code where it is found by
 * listing a folder or in a list and uses the product itself, where it uses a test framework, or where it only compares.
 */
export async function ofChecks(files: Files, { links, isTest, isScript }: Known): Promise<Set<string>> {
  const own = new Set(files.paths.filter(isTest));
  const found = new Set<string>();
  const readable = files.paths.filter((path) => own.has(path) || isManifest(path) || !isData(path));
  if (readable.length > most || own.size === 0) return found;
  const texts = await readAll(files, readable);
  const graph = graphOf(files.paths, texts, links);
  const isCode = (path: string) => !own.has(path) && !isData(path) && !isSettings(path) && !isManifest(path);
  const products = new Set(files.paths.filter(isCode).map(folderOf));
  for (let grown = true; grown; ) {
    grown = false;
    for (const [path, leaders] of graph.leaders) {
      if (own.has(path) || isSettings(path) || isManifest(path) || isDocumentation(path)) continue;
      if ([...leaders.keys()].some((leader) => !own.has(leader))) continue;
      // It may be a list, which leads on.
      if (isData(path) && !texts.has(path))
        for (const [list, text] of await readAll(files, [path])) {
          texts.set(list, text);
          graph.add(list, text);
        }
      if (!belongs(path, leaders)) continue;
      own.add(path);
      found.add(path);
      grown = true;
    }
  }
  return found;

  function belongs(path: string, leaders: Map<string, Lead>): boolean {
    // What lies among the product's own files may be given to it.
    if (isData(path) && !isCalledSo.test(path) && products.has(folderOf(path))) return false;
    if (isData(path))
      return [path, ...leaders.keys()].some((one) => (isScript(one) && products.size > 0) || usesProduct(one, path));
    const isListed = [...leaders].some(([leader, lead]) => isData(leader) || (lead === 'folder' && lists(leader)));
    if (isListed && usesProduct(path, path) && asserts(path)) return true;
    const text = texts.get(path) ?? '';
    if (framework.test(text)) return true;
    return onlyCompares(
      texts.get(path) ?? '',
      [...leaders.keys()].flatMap((leader) => texts.get(leader) ?? []),
    );
  }

  /** Builds list folders too, of what they build. */
  function asserts(path: string): boolean {
    return [path, ...(graph.leads.get(path) ?? [])].some((one) => asserting.test(texts.get(one) ?? ''));
  }

  function lists(path: string): boolean {
    const text = texts.get(path) ?? '';
    return /\/\*/.test(text) || namesIn(path, text).looksAround;
  }

  /** Whether a check leads to code that is no check, but for one file. */
  function usesProduct(path: string, but: string): boolean {
    const leads = [...(graph.leads.get(path) ?? []), ...(links.get(path) ?? [])];
    return leads.some((to) => to !== but && !own.has(to) && !isData(to));
  }
}

const isCalledSo = /(?:^|[/._-])(?:expect\w*|golden|cases?|fixtures?|samples?|snapshots?)(?:[/._-]|$)/i;
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** How one file leads to another: by import or by name, or only by a folder above it. */
type Lead = 'file' | 'folder';

interface Graph {
  leaders: Map<string, Map<string, Lead>>;
  leads: Map<string, Set<string>>;
  add(path: string, text: string): void;
}

function graphOf(paths: string[], texts: ReadonlyMap<string, string>, links: Links): Graph {
  const known = new Set(paths);
  const [byFile, byFolder] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const path of paths) {
    const { file, folder } = namedAs(path);
    for (const word of new Set(file)) byFile.set(word, [...(byFile.get(word) ?? []), path]);
    for (const word of new Set(folder)) push(byFolder, word, path);
  }
  const graph: Graph = { leaders: new Map(), leads: new Map(), add };
  for (const [path, text] of texts) add(path, text);
  for (const [from, needed] of links) for (const to of needed) if (known.has(to)) join(from, to, 'file');
  return graph;

  function add(path: string, text: string): void {
    const names = namesIn(path, text);
    for (const word of names.words) {
      const meant = byFile.get(word) ?? [];
      if (meant.length <= clear) for (const to of meant) join(path, to, 'file');
      if (opensFiles(path, text, names)) for (const to of byFolder.get(word) ?? []) join(path, to, 'folder');
    }
  }

  function join(from: string, to: string, lead: Lead): void {
    if (from === to) return;
    const leaders = graph.leaders.get(to) ?? new Map<string, Lead>();
    graph.leaders.set(to, leaders);
    if (leaders.get(from) !== 'file') leaders.set(from, lead);
    if (lead === 'file') graph.leads.set(from, (graph.leads.get(from) ?? new Set()).add(to));
  }
}

function push(map: Map<string, string[]>, word: string, path: string): void {
  const known = map.get(word);
  if (known) known.push(path);
  else map.set(word, [path]);
}

/** `index.js` and the like name nothing. */
const clear = 3;

/** A folder's name is a common word: it means the folder only where files are opened, or a manifest lists what it ships. */
function opensFiles(path: string, text: string, { looksAround }: Names): boolean {
  return looksAround || isManifest(path) || !/\.(?:[cm]?[jt]sx?|py|go|rs|java)$/.test(path) || opening.test(text);
}

const opening =
  /\b(?:readFile\w*|createReadStream|open|read_text|read_bytes|Path|pathlib|resolve|join|include_str|include_bytes|include_dir|embed|getResource\w*|fetch|sendFile|static|load\w*|ReadFile|Open)\s*\(|go:embed|import\.meta/;

/**
 * Whether code compares what it is given and does nothing else: it asserts, and every use of it is a statement of its
 * own about the result of something else.
 */
function onlyCompares(text: string, users: string[]): boolean {
  if (!asserting.test(text)) return false;
  const names = [...text.matchAll(exported)].map(([, ...found]) => found.find((name) => name !== undefined) ?? '');
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

const framework =
  /^\s*(?:import|from)\s+(?:_?pytest|unittest|hypothesis|nose)\b|\b(?:from|require\(|import)\s*['"(]?\s*['"](?:node:test|vitest|@jest\/globals|mocha|ava|tap|bun:test|@playwright\/test)['"]/m;
const asserting =
  /\b(?:from|require\(|import)\s*['"(]?(?:node:)?(?:assert|chai|expect|should|unittest|pytest|hamcrest|power-assert|uvu\/assert)\b|^\s*assert\s/m;
const exported =
  /(?:export\s+(?:async\s+)?function\*?\s+([\w$]+)|export\s+(?:const|let|var)\s+([\w$]+)|exports\.([\w$]+)\s*=|^def\s+(\w+))/gm;
