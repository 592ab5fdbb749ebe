import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import { coverageOf } from '../../../reports/coverage.ts';
import { testRun } from '../../../reports/report.ts';
import { list, parseJson, record } from '../../../reports/values.ts';
import type { Files, Runner, RunnerCommand, Running } from '../../../runner.ts';
import { runningIn } from '../../../runs/progress.ts';
import { type Invocation, splitFlags } from '../../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../../modules/related.ts';
import { startedIn } from '../../package/installed.ts';
import { readJestReport } from '../jest/jest-report.ts';
import { readLcov } from '../lcov.ts';
import { literalGlob, wholeFiles, withoutHung } from '../left-out.ts';
import { isSealed, resultOf, withoutSeals } from '../seal.ts';
import { vitestReporter } from './vitest-reporter.ts';
import { vitestWatch } from './vitest-watch.ts';

const id = 'vitest';
const reporterFile = 'vitest-reporter.mjs';
const reportFile = 'report.json';
const faultsFile = 'faults.json';
const progressFile = 'progress.ndjson';
const watchFile = 'vitest-watch.mjs';
const begunFile = 'begun.ndjson';
const valued = new Set([
  ...['--config', '-c', '--root', '-r', '--dir', '--project', '--pool', '--environment', '--mode', '--workspace'],
  ...['--testTimeout', '--hookTimeout', '--testNamePattern', '-t', '--maxWorkers', '--minWorkers', '--exclude'],
  ...['--reporter', '--outputFile', '--retry', '--shard', '--bail', '--sequence.seed', '--tags-filter'],
]);
/** Reporting is ours; watching, updating snapshots, coverage and stopping early are not for a judge. */
const dropped =
  /^(?:--(?:reporter|outputFile|watch|no-watch|run|ui|open|update|typecheck|coverage|bail|shard|changed|silent|color|no-color)(?:[.=]|$)|-[uw]$)/;

/** `major` is the version that the package asks for, where it says so; `provider` what it measures coverage with. */
interface VitestPackage {
  major: number | null;
  provider: 'v8' | 'istanbul' | null;
}

/** `args` are the words after `vitest`. */
export function vitest(files: Files, call: Invocation, args: string[], { major, provider }: VitestPackage): Runner {
  const words = /^(?:run|watch|dev)$/.test(args[0] ?? '') ? args.slice(1) : args;
  const { flags, plain } = splitFlags(words, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();

  const command = (
    only: string[] | null,
    more = ['--coverage.enabled=false'],
    leftOut: readonly Running[] = [],
    closer = false,
  ): RunnerCommand => ({
    argv: startedIn(files, call.before, [
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      ...keptFlags,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outDir}/${reportFile}`,
      `--reporter=${inDir}/${reporterFile}`,
      ...(major !== null && major >= 3 ? ['--includeTaskLocation'] : []),
      // Types are not tests, and their checker writes beside installed packages.
      '--typecheck.enabled=false',
      ...more,
      // These are added to what the configuration excludes.
      ...wholeFiles(leftOut).map(({ file }) => `--exclude=${literalGlob(file)}`),
      ...(only === null ? plain : withoutHung(only, wholeFiles(leftOut))),
    ]),
    provide: {
      [reporterFile]: vitestReporter(
        `${outDir}/${faultsFile}`,
        `${outDir}/${progressFile}`,
        closer || leftOut.some(({ names }) => names.length > 0) ? `${inDir}/${watchFile}` : null,
      ),
      [watchFile]: vitestWatch(`${outDir}/${begunFile}`, leftOut),
    },
    collect: [reportFile, faultsFile, progressFile, begunFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    command: (only, _, leftOut, closer) => command(only, undefined, leftOut, closer),
    watch: {
      running: (reports, mount_at) => {
        const exact = runningIn(reports[begunFile], mount_at);
        const exactFiles = new Set(exact.map(({ file }) => file));
        return [...exact, ...runningIn(reports[progressFile], mount_at).filter(({ file }) => !exactFiles.has(file))];
      },
      ...{ leavesOut: 'tests', leavesFiles: true, looksCloser: true },
    },
    read: (result, mount_at) => {
      const report = result.files[reportFile];
      const places = { report: reportFile, faults: faultsFile, progress: progressFile };
      const raw = readJestReport(result.files, places, mount_at);
      const reading = { ...raw, complete: raw.complete && isSealed(saidOf(report ?? ''), result.stderr) };
      // No test file at all is exit code 1 to vitest; to us it is a suite of none.
      const none = reading.complete && reading.cases.length + reading.errors.length === 0;
      const goodCodes = none && result.files[faultsFile] !== undefined ? [0, 1] : [0];
      const stderr = withoutSeals(result.stderr);
      return testRun({ id, evidence: 'report', goodCodes }, { ...result, stderr }, reading);
    },
    isTest: isVitestTest,
    related: (changed, tree) => relatedScripts(changed, tree, isVitestTest),
    links: scriptLinks,
    coverage:
      provider === null ? null : coverageOf('lcov.info', (only) => command(only, coverageFlags(provider)), readLcov),
  };
}

/** What our reporter sealed of a report: titles, and what passed. */
function saidOf(report: string): string[] {
  const files = list(record(parseJson(report)).testResults).map(record);
  const results = files.flatMap((file) => list(file.assertionResults).map(record));
  return results.map(({ title, status }) => resultOf(status === 'passed' ? 'pass' : 'fail', title, false));
}

/** Its folder is cleaned before a run otherwise, and other reports are there. */
function coverageFlags(provider: string): string[] {
  const reporting = { reporter: 'lcovonly', reportsDirectory: outDir, reportOnFailure: true, clean: false };
  return Object.entries({ enabled: true, provider, ...reporting }).map(
    ([name, value]) => `--coverage.${name}=${value}`,
  );
}

/** The names that vitest looks for by default. */
function isVitestTest(path: string): boolean {
  return /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path) && !/(?:^|\/)node_modules\//.test(path);
}
