import { posix } from 'node:path';
import type { Survey } from '../../languages/repair/warm.ts';
import { silentPart } from '../../languages/reports/report.ts';
import type { LineHits, Part, Runner } from '../../languages/runner.ts';
import { fromScope, joinedParts, onlyIn } from '../../languages/runs/several.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import { type Bench, type BenchParts, openBench } from './bench.ts';

/** A bench for one runner, or for each package of a workspace in its own folder, as one. */
export function benchFor({ runner, shell, ...others }: BenchParts): Bench {
  const { parts } = runner;
  if (!parts) return openBench({ runner, shell, ...others });
  const benches = parts.map((part) => {
    const cwd = posix.join(shell.cwd, part.dir);
    const tests = { ...others.tests, build: atTop(others.tests.build, part.dir) };
    return { part, bench: openBench({ ...others, tests, runner: part.runner, shell: { ...shell, cwd } }) };
  });
  /** The parts that have any of these tests. */
  const benchesFor = (only: string[] | null) =>
    benches.flatMap(({ part, bench }) => {
      const own = onlyIn(only, part, parts);
      return own?.length === 0 ? [] : [{ part, bench, own }];
    });

  return {
    async run(only, time_ms) {
      const runs: PartRun[] = [];
      for (const { part, bench, own } of benchesFor(only)) runs.push({ part, run: await bench.run(own, time_ms) });
      // Of all parts, some may say nothing whatever is tried.
      return together(only === null ? runs.filter(({ run }) => run !== null) : runs);
    },
    async measure(only, time_ms) {
      const runs: PartRun[] = [];
      const hits: LineHits = new Map();
      for (const { part, bench, own } of benchesFor(only)) {
        const measured = await bench.measure(own ?? [], time_ms);
        runs.push({ part, run: measured.run });
        for (const [file, lines] of measured.hits) hits.set(posix.join(part.dir, file), lines);
      }
      return { run: together(runs), hits };
    },
    async tryOut(candidates, only, time) {
      const runs: PartRun[][] = candidates.map(() => []);
      for (const { part, bench, own } of benchesFor(only)) {
        const partCandidates = candidates.map((one) => ({ ...one, path: posix.relative(part.dir, one.path) }));
        const tried = await bench.tryOut(partCandidates, own ?? [], time);
        for (const [at, run] of tried.entries()) runs[at]?.push({ part, run });
      }
      return runs.map(together);
    },
    // Packages do not share a worker: where the tests are of one of them, it is that one's.
    async survey(only, time) {
      const [one, ...others] = benchesFor(only);
      if (!one || others.length > 0) return null;
      const survey = await one.bench.survey(one.own ?? [], time);
      return survey && { ...survey, ...within(one.part.dir, survey) };
    },
    async tryWarm(candidates, only, time) {
      const [one] = benchesFor(only);
      if (!one) return candidates.map(() => null);
      const partCandidates = candidates.map((each) => ({ ...each, path: posix.relative(one.part.dir, each.path) }));
      return one.bench.tryWarm(partCandidates, one.own ?? [], time);
    },
    async probe(candidates, only, time) {
      const [one] = benchesFor(only);
      const partCandidates = candidates.map((each) => ({
        ...each,
        path: posix.relative(one?.part.dir ?? '', each.path),
      }));
      return one ? one.bench.probe(partCandidates, one.own ?? [], time) : null;
    },
  };
}

const within = (dir: string, { lines, stuck }: Survey): Pick<Survey, 'lines' | 'stuck'> => ({
  lines: Object.fromEntries(Object.entries(lines).map(([path, counts]) => [posix.join(dir, path), counts])),
  stuck: stuck.map(([path, line]) => [posix.join(dir, path), line]),
});

/** A build of the whole, started in the folder of a part. */
const atTop = (build: string[], dir: string): string[] =>
  build.length === 0 || dir === '' ? build : ['sh', '-c', 'cd "$0" && exec "$@"', posix.relative(dir, ''), ...build];

interface PartRun {
  part: Part;
  run: TestRun | null;
}

function together(runs: PartRun[]): TestRun | null {
  const heard = runs.flatMap(({ part: { dir }, run }) => (run ? { dir, run: fromScope(run, dir) } : []));
  return heard.length === 0 || heard.length < runs.length ? null : heardIn(joinedParts(heard));
}

/** Without what nobody can run, with or without a repair. */
export const heardIn = (run: TestRun): TestRun => ({
  ...run,
  errors: run.errors.filter(({ type }) => type !== silentPart),
});

/** The runners of a project, each by itself. */
export const runnersIn = (runner: Runner): Runner[] => runner.parts?.map((part) => part.runner) ?? [runner];
