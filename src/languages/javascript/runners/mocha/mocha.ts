import { isGlob, matchesAny } from '../../../../code/globs.ts';
import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import type { TestError } from '../../../../schema/judge/test-run.ts';
import { isUsualTest } from '../../../generic/command.ts';
import { coverageOf } from '../../../reports/coverage.ts';
import { crash, endedRun } from '../../../reports/crash.ts';
import { plainError, testRun } from '../../../reports/report.ts';
import type { Files, Runner, RunnerCommand, Running } from '../../../runner.ts';
import { type Invocation, splitFlags } from '../../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../../modules/related.ts';
import { startedIn } from '../../package/installed.ts';
import { warmCommand } from '../../repair/warm/command.ts';
import { readLcov } from '../lcov.ts';
import { literalGlob, withoutHung } from '../left-out.ts';
import { readMocha, runningMocha } from './mocha-report.ts';
import { mochaReporter, mochaWatch } from './mocha-reporter.ts';

const id = 'mocha';
const reporterFile = 'mocha-reporter.cjs';
const reportFile = 'report.ndjson';
const emptyFile = 'empty.cjs';
const watchFile = 'mocha-watch.cjs';
const loadsFile = 'loads.ndjson';
const valued = new Set([
  ...['--reporter', '-R', '--reporter-option', '--reporter-options', '-O', '--config', '--package', '--extension'],
  ...['--require', '-r', '--file', '--ignore', '--exclude', '--timeout', '-t', '--timeouts', '--ui', '-u', '--jobs'],
  ...['-j', '--retries', '--slow', '-s', '--grep', '-g', '--fgrep', '-f', '--global', '--globals', '--spec'],
  ...['--node-option', '-n', '--loader', '--experimental-loader', '--import', '--watch-files', '--watch-ignore'],
]);
/** Reporting is ours; watching and stopping early are not for a judge, nor is passing whatever happens. */
const dropped =
  /^(?:--(?:reporter|reporter-options?|watch|watch-files|watch-ignore|bail|colors?|no-colors?|dry-run|inspect\w*|pass-on-failing-test-suite|fail-zero|list-\w+)(?:[-=]|$)|-[RObcw]$)/;

/** What the package says: mocha's version, the test files of its configuration, what it measures coverage with. */
interface MochaPackage {
  major: number | null;
  specs: string[];
  measures: 'c8' | 'nyc' | null;
}

/** `args` are the words after `mocha`. Files that the configuration names run whatever is asked for: mocha adds them. */
export function mocha(
  files: Files,
  call: Invocation,
  args: string[],
  { major, specs, measures }: MochaPackage,
): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isParallel = flags.some(([name]) => name === '--parallel' || name === '-p');
  const program = `node_modules/mocha/bin/mocha${major !== null && major < 10 ? '' : '.js'}`;
  const places = [...plain, ...specs, ...flags.filter(([name]) => name === '--spec').map(([, value]) => value ?? '')];
  const isTest = (path: string) => isCode(path) && (isUsualTest(path) || places.some((place) => isAt(path, place)));
  const command = (only: string[] | null, start: string[] = [], leftOut: readonly Running[] = []): RunnerCommand => ({
    argv: startedIn(files, call.before, [
      'node',
      ...start,
      program,
      ...keptFlags,
      `--require=${inDir}/${watchFile}`,
      ...['--reporter', `${inDir}/${reporterFile}`, '--full-trace'],
      ...leftOut.flatMap(({ file }) => ['', './'].map((top) => `--ignore=${top}${literalGlob(file)}`)),
      // Without any file mocha fails.
      ...(leftOut.length > 0 ? [`--file=${inDir}/${emptyFile}`] : []),
      ...(only === null ? plain : withoutHung(only, leftOut)),
    ]),
    provide: {
      [reporterFile]: mochaReporter(`${outDir}/${reportFile}`),
      [emptyFile]: '',
      [watchFile]: mochaWatch(`${outDir}/${loadsFile}`),
    },
    collect: [reportFile, loadsFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    command: (only, _, leftOut) => command(only, [], leftOut),
    // What is loaded before the tests may be what makes them run.
    ...(!isParallel &&
      !keptFlags.some((word) =>
        /^(?:-r|--(?:require|import|loader|experimental-loader|ui|file))(?:=|$)/.test(word),
      ) && {
        warm: (only: string[]) =>
          warmCommand('mocha', only, { env: call.env, started: (argv) => startedIn(files, call.before, argv) }),
      }),
    watch: {
      running: (reports, mount_at) => runningMocha(reports[reportFile], mount_at, reports[loadsFile]),
      leavesOut: 'files',
    },
    read: (result, mount_at) => {
      const report = result.files[reportFile];
      const reading = endedRun(
        readMocha(report, result.stderr, mount_at),
        runningMocha(report, mount_at).filter(({ names }) => names.length > 0),
        result,
      );
      if (isParallel && !reading.complete && result.exit_code === 0) reading.errors.push(deadWorker);
      return testRun({ id, evidence: 'report' }, result, reading);
    },
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage:
      measures === null ? null : coverageOf('lcov.info', (only) => command(only, coverageStart[measures]), readLcov),
  };
}

/** Where a worker is gone, mocha ends without a word, and well. */
const deadWorker: TestError = {
  ...plainError(crash, 'the process that ran some test files ended unexpectedly'),
  ends: 'run',
};

const coverageStart = {
  c8: [
    'node_modules/c8/bin/c8.js',
    ...[
      '--reporter=lcovonly',
      `--reports-dir=${outDir}`,
      `--temp-directory=${outDir}/c8`,
      '--check-coverage=false',
      'node',
    ],
  ],
  nyc: [
    'node_modules/nyc/bin/nyc.js',
    ...['--reporter=lcovonly', `--report-dir=${outDir}`, `--temp-dir=${outDir}/nyc`, '--check-coverage=false', 'node'],
  ],
};

/** The files that a mocha configuration names, in JSON or YAML: strings that look like paths of tests. */
export function mochaSpecs(config: string): string[] {
  const value = /(?:^|["'\s{])spec["']?\s*:\s*(\[[^\]]*\]|[^\n,}]+(?:\n\s*-[^\n]+)*)/m.exec(config)?.[1] ?? '';
  return value.match(/[^\s"',[\]]{2,}/g) ?? [];
}

function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|coffee)$/.test(path) && !/\.d\.[cm]?ts$|(?:^|\/)node_modules\//.test(path);
}

function isAt(path: string, place: string): boolean {
  const plain = place.replace(/^\.\//, '').replace(/\/+$/, '');
  return isGlob(plain) ? matchesAny(path, [plain]) : path === plain || path.startsWith(`${plain}/`);
}
