import { readAll } from '../../languages/related.ts';
import type { Evidence, Repair, Repairable } from '../../languages/repair/shape.ts';
import type { Survey } from '../../languages/repair/warm.ts';
import type { LineHits } from '../../languages/runner.ts';
import type { TestCase, TestRun } from '../../schema/judge/test-run.ts';
import { repairOf } from '../templates.ts';
import { countNames, failuresOf, framesOf, literalsIn, missingNames } from './evidence.ts';
import type { Ground } from './ground.ts';
import { nearnessOf, wordsOf } from './nearness.ts';
import { offeredBy } from './offers.ts';
import { recentLines } from './recent.ts';

/** Where the fault may be. */
export interface Suspects {
  sources: Repairable[];
  evidence: Evidence;
  /** How suspicious a line is, about 0 to 1.4; null for one that no test at hand executes. */
  suspicion(path: string, line: number): number | null;
}

/** What is known of the lines that tests execute. */
export interface Coverage {
  hits: LineHits;
  /** From inside of a warm worker; null: there is none. */
  survey: Survey | null;
}

/** More files than that are not looked at, and none that is longer. */
const mostFiles = 40;
const longest = 200_000;

/** The files that the failing tests reach, and what the failures say about their lines. */
export async function localise(
  run: TestRun,
  tests: string[],
  { hits, survey }: Coverage,
  ground: Ground,
): Promise<Suspects> {
  const { files } = ground;
  const errors = failuresOf(run);
  const stuck = (survey?.stuck ?? []).map(([path, line]) => ({ path, line }));
  const frames = [...framesOf(errors, new Set(files.paths)), ...stuck.filter(({ path }) => files.paths.includes(path))];
  const reached = await reachedFrom(
    tests,
    frames.map(({ path }) => path),
    ground,
  );
  const texts = await readAll(files, [...reached.keys(), ...tests]);
  const sources: Repairable[] = [];
  for (const [path, text] of texts) {
    const own = reached.has(path) && !ground.isTest(path) && !ground.isProtected(path) && text.length < longest;
    const source = own ? await repairOf(path)?.read(path, text) : null;
    if (source) sources.push(source);
  }
  sources.sort((a, b) => (reached.get(a.path) ?? 0) - (reached.get(b.path) ?? 0) || (a.path < b.path ? -1 : 1));

  const messages = errors.map(({ type, message, stack }) => `${type}: ${message}\n${stack.slice(0, 600)}`);
  const { wrong, corrections } = missingNames(messages);
  const offers = await offeredBy(wrong, messages, ground);
  const failing = failingText(run.cases, texts);
  const nearness = nearnessOf(sources, failing, frames);
  const isRecent = await recentLines(ground.history, new Map(sources.map(({ path, text }) => [path, text])));
  const evidence: Evidence = {
    messages,
    frames,
    wrong,
    corrections,
    literals: literalsIn(tests.map((path) => texts.get(path) ?? '')),
    counts: countNames(texts.values()),
    isFrame: (path, line) => frames.some((frame) => frame.path === path && Math.abs(frame.line - line) <= 1),
    imports: (path) => offers(path, texts.get(path) ?? ''),
  };
  const isSeen = Object.values(survey?.lines ?? {}).some((file) =>
    Object.values(file).some(([failing]) => failing > 0),
  );
  const spectrum = survey && isSeen ? spectrumOf(survey, sources) : null;
  return {
    sources,
    evidence,
    suspicion: (path, line) => {
      const share = spectrum ? spectrum(path, line) : 0;
      if (share === null || hits.get(path)?.get(line) === 0) return null;
      const lately = isRecent(path, line) ? 0.1 : 0;
      return 0.3 * share + lately + Math.max(0, 0.2 - 0.1 * (reached.get(path) ?? 2)) + nearness(path, line);
    },
  };
}

/**
 * Ochiai's coefficient of a line: how far the tests that execute it are those that fail. Null for a line of a function
 * that no failing test executes.
 */
function spectrumOf(
  { tests, lines }: Survey,
  sources: readonly Repairable[],
): (path: string, line: number) => number | null {
  const failing = tests.filter((status) => status === 'failed').length;
  const spans = new Map(sources.map(({ path, spans: own }) => [path, own]));
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const constants = new Map<string, number>();
  const ochiai = (path: string, line: number): number => {
    const [failed = 0, passed = 0] = lines[path]?.[line] ?? [];
    return failed > 0 ? failed / Math.sqrt(failing * (failed + passed)) : 0;
  };
  return (path, line) => {
    const share = ochiai(path, line);
    if (share > 0) return share;
    const isInside = spans.get(path)?.some(({ from, to }) => from < line && line <= to);
    if (isInside) return null;
    const key = `${path}:${line}`;
    const value = constants.get(key) ?? usedFrom(path, line);
    constants.set(key, value);
    return value;
  };

  /** A value that is set while its module loads is as suspicious as the lines that use it. */
  function usedFrom(path: string, line: number): number {
    const [text = '', failed = {}] = [texts.get(path), lines[path]];
    const rows = text.split('\n');
    const name = /^\s*(?:(?:export\s+)?(?:const|let|var)\s+)?['"]?([A-Za-z_$][\w$]*)['"]?\s*[:=](?!=)/.exec(
      rows[line - 1] ?? '',
    )?.[1];
    if (name === undefined) return 0;
    const uses = Object.keys(failed).filter((at) => wordsOf(rows[Number(at) - 1] ?? '').has(name));
    return Math.max(0, ...uses.map((at) => ochiai(path, Number(at))));
  }
}

/** Files by how many imports lead there from a test; those that a failure went through are as near as can be. */
async function reachedFrom(tests: string[], framed: string[], { files, isTest }: Ground): Promise<Map<string, number>> {
  const readers = new Map<Repair, ReturnType<Repair['imports']>>();
  const reached = new Map<string, number>(framed.filter((path) => !isTest(path)).map((path) => [path, 0]));
  let edge = [...tests, ...reached.keys()];
  for (let depth = 0; depth < 4 && edge.length > 0 && reached.size < mostFiles; depth += 1) {
    const next = new Set<string>();
    for (const [path, text] of await readAll(files, edge)) for (const to of await needs(path, text)) next.add(to);
    edge = [...next].filter((path) => !reached.has(path) && !tests.includes(path)).sort();
    for (const path of edge.slice(0, mostFiles - reached.size)) reached.set(path, depth);
  }
  return reached;

  async function needs(path: string, text: string): Promise<string[]> {
    const repair = repairOf(path);
    if (repair === null) return [];
    const reader = readers.get(repair) ?? repair.imports(files);
    readers.set(repair, reader);
    return (await reader)(path, text);
  }
}

/** The line that gives a test its name; null where none does. */
function lineOf(names: readonly string[], lines: readonly string[]): number | null {
  const quoted = names.flatMap((name) => [`'${name}'`, `"${name}"`, `\`${name}\``]);
  const at = lines.findIndex((line) => quoted.some((name) => line.includes(name)));
  return at < 0 ? null : at + 1;
}

/** The text of the tests that fail, as far as their lines are known. */
function failingText(cases: readonly TestCase[], texts: ReadonlyMap<string, string>): string {
  return cases
    .filter(({ status }) => status === 'failed' || status === 'error')
    .map(({ file, line: told, names }) => {
      const lines = (texts.get(file) ?? '').split('\n');
      const line = told ?? lineOf(names, lines);
      const starts = cases.flatMap((one) =>
        one.file === file && one.line !== null && line !== null && one.line > line ? [one.line] : [],
      );
      const end = Math.min(...starts, (line ?? 0) + 40, lines.length + 1);
      return `${names.join(' > ')}\n${line === null ? lines.join('\n') : lines.slice(line - 1, end - 1).join('\n')}`;
    })
    .join('\n');
}
