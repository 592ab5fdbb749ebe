import type { ScopePath } from '../../schema/code/path.ts';
import type { TestCase, TestError, TestRun } from '../../schema/judge/test-run.ts';
import { languageOfRunner } from '../registry.ts';
import { affectedTests } from '../related.ts';
import { noReport, plainError, silentPart } from '../reports/report.ts';
import type { Files, Part, Runner } from '../runner.ts';
import { buildingIn } from './test-time.ts';

const id = 'several';

/** Several runners as one: the packages of a workspace, or the commands of one script. */
export function several(parts: Part[]): Runner {
  const [first] = parts;
  if (first && parts.length === 1 && first.dir === '') return first.runner;
  return {
    id,
    evidence: parts.every(({ runner }) => runner.evidence === 'report') ? 'report' : 'exit_code',
    ...(parts.some(({ runner }) => runner.unguarded) && { unguarded: true as const }),
    parts,
    // Never run: it only says in which way tests are run.
    command: (only) => ({
      argv: parts.flatMap(({ dir, runner }) => [dir, ...runner.command(only).argv]),
      provide: {},
      collect: [],
      env: {},
    }),
    read: () => joinedParts([]),
    isTest: (path) => partsOf(path, parts).some(({ part, name }) => part.runner.isTest(name)),
    async related(changed, files) {
      if (parts.some(({ dir }) => dir !== '')) return relatedAcross(changed, files, parts);
      const lists = await Promise.all(parts.map(({ runner }) => runner.related(changed, files)));
      return lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
    },
    links: async (files, deleted) =>
      parts.some(({ dir }) => dir !== '') ? null : ((await first?.runner.links(files, deleted)) ?? null),
    coverage: null,
  };
}

/** By what the files of all packages lead to, where all are of one language that can tell it. */
async function relatedAcross(changed: ScopePath[], files: Files, parts: readonly Part[]): Promise<ScopePath[] | null> {
  const [language, ...others] = new Set(parts.map(({ runner }) => languageOfRunner(runner.id)));
  const links = others.length === 0 ? await language?.runners?.links?.(files, changed) : undefined;
  const isTest = (path: ScopePath) => partsOf(path, parts).some(({ part, name }) => part.runner.isTest(name));
  return links ? affectedTests(changed, links, isTest) : null;
}

/** The runner of a test file, by itself. */
export function runnerOf(path: ScopePath, runner: Runner): Runner {
  return (runner.parts && partsOf(path, runner.parts)[0]?.part.runner) ?? runner;
}

/** The files of a tree below one of its folders. */
export function filesBelow(files: Files, dir: string): Files {
  const { readMany } = files;
  const inner = files.paths.filter((path) => path.startsWith(`${dir}/`)).map((path) => path.slice(dir.length + 1));
  return {
    paths: inner,
    read: (path) => files.read(`${dir}/${path}`),
    ...(readMany && {
      async readMany(paths: ScopePath[]) {
        const texts = await readMany(paths.map((path) => `${dir}/${path}`));
        return new Map([...texts].map(([path, text]) => [path.slice(dir.length + 1), text]));
      },
    }),
  };
}

/** Those of these files that a part may run, as it names them; null for all. */
export function onlyIn(only: ScopePath[] | null, part: Part, parts: readonly Part[]): ScopePath[] | null {
  if (only === null) return null;
  const takesIn = (name: ScopePath) => part.runner.takesIn?.(name) ?? true;
  return only.flatMap((path) =>
    partsOf(path, parts).flatMap(({ part: owner, name }) => (owner === part && takesIn(name) ? name : [])),
  );
}

/** The parts of the innermost folder that holds a path, with its name there. */
function partsOf(path: ScopePath, parts: readonly Part[]): { part: Part; name: ScopePath }[] {
  const holding = parts.filter(({ dir }) => dir === '' || path.startsWith(`${dir}/`));
  const longest = Math.max(...holding.map(({ dir }) => dir.length));
  return holding
    .filter(({ dir }) => dir.length === longest)
    .map((part) => ({ part, name: part.dir === '' ? path : path.slice(part.dir.length + 1) }));
}

/** What a part said, named from the scope. */
export function fromScope(run: TestRun, dir: string): TestRun {
  if (dir === '') return run;
  const named = (file: string) => (file === '' || file.startsWith('/') ? file : `${dir}/${file}`);
  const placed = (error: TestError): TestError => ({ ...error, file: error.file === null ? null : named(error.file) });
  const cases = run.cases.map((test): TestCase => {
    const { file, error } = test;
    return { ...test, id: `${dir}/${test.id}`, file: named(file), error: error && placed(error) };
  });
  return { ...run, cases, errors: run.errors.map(placed) };
}

/** The parts as one run. A part that says nothing is an error of its own beside others that do. */
export function joinedParts(runs: { dir: string; run: TestRun }[]): TestRun {
  const [first] = runs;
  if (first && runs.length === 1) return first.run;
  const silent = runs.filter(({ run }) => run.outcome === 'no_report');
  const speaking = runs.filter((part) => !silent.includes(part));
  const ended = speaking.find(({ run }) => run.outcome !== 'ok') ?? (speaking.length === 0 ? first : undefined);
  const failed = runs.find(({ run }) => run.exit_code !== 0)?.run;
  const why = silent.map(({ dir, run }) => {
    const lines = run.output_tail.trim().split('\n');
    const reason = (lines.find((line) => /error|cannot|not found/i.test(line)) ?? lines.at(-1) ?? '').trim();
    const message = `its tests cannot be run and were left out: ${run.runner} says ${JSON.stringify(reason.slice(0, 200))}`;
    return plainError(silentPart, message, dir === '' ? null : dir);
  });
  return {
    runner: id,
    outcome: ended?.run.outcome ?? 'ok',
    evidence: runs.every(({ run }) => run.evidence === 'report') ? 'report' : 'exit_code',
    cases: speaking.flatMap(({ run }) => run.cases),
    errors:
      speaking.length === 0
        ? runs.flatMap(({ run }) => run.errors)
        : [...runs.flatMap(({ run }) => run.errors.filter(({ type }) => type !== noReport)), ...why],
    duration_ms: runs.reduce((sum, { run }) => sum + run.duration_ms, 0),
    ...buildingIn(runs.map(({ run }) => run)),
    exit_code: failed ? failed.exit_code : 0,
    signal: failed?.signal ?? null,
    output_tail: (failed ?? runs.at(-1)?.run)?.output_tail ?? '',
    ...(runs.some(({ run }) => run.touched) && { touched: runs.flatMap(({ run }) => run.touched ?? []) }),
  };
}
