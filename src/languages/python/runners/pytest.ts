import { matchesAny } from '../../../code/globs.ts';
import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import { probesFile, surveyFile, trialsFile } from '../../repair/warm.ts';
import { coverageOf } from '../../reports/coverage.ts';
import { testRun } from '../../reports/report.ts';
import type { Runner, RunnerCommand, Running } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { moduleLinks, relatedModules } from '../modules/related.ts';
import { pytestWorker } from '../repair/warm/pytest-worker.ts';
import { coverageFile, type Measures, measured, withData } from './coverage.ts';
import { readCoveragePy } from './coverage-report.ts';
import { dumpAfter, dumpedError } from './dump.ts';
import { unstartedError } from './missing.ts';
import { builtOf, orOutOfTime, type Preparation, prepared } from './prepare.ts';
import { listed, type PytestConfig } from './pytest-config.ts';
import { dropped, valued } from './pytest-flags.ts';
import { readJunit } from './pytest-report.ts';
import { deselected, pytestWatch, runningPytest } from './pytest-watch.ts';

const id = 'pytest';
const reportFile = 'report.xml';
const watchFile = 'pytest_watch.py';
const workerFile = 'pytest_worker.py';
const progressFile = 'progress.ndjson';
const noTests = 5;
export interface PytestOptions {
  config: PytestConfig;
  measures: Measures;
  /** What has to be made before tests can import it. */
  preparation: Preparation | null;
}

/** `args` are the words after `pytest`. */
export function pytest(call: Invocation, python: string, args: string[], options: PytestOptions): Runner {
  const { config, measures, preparation } = options;
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const names = testNames(config.text);
  const chosen = new Set([...plain, ...listed(config.text, 'testpaths')].map((place) => place.replace(/^\.\//, '')));
  const isTest = (path: string) => path.endsWith('.py') && (matchesAny(path, names) || chosen.has(path));
  const has = (flag: string) => keptFlags.some((one) => one === flag || one.startsWith(`${flag}=`));
  // Given files, pytest would look for a root and a configuration near them.
  const root = has('--rootdir') ? [] : ['--rootdir=.'];
  const pinned = config.hasOthers && !has('-c') && !has('--config-file') ? ['-c', config.path ?? '/dev/null'] : [];
  const remembers = /--(?:lf|ff|nf|sw|last-failed|failed-first|new-first|stepwise|cache)/.test(config.text);
  const cache = remembers ? ['-o', `cache_dir=${outDir}/cache`] : ['-p', 'no:cacheprovider'];
  const plainStart = [python, `${inDir}/${watchFile}`];
  const command = (only: string[] | null, start = plainStart, more: string[] = []): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...start,
      ...[...cache, `--junitxml=${outDir}/${reportFile}`, '-o', 'junit_family=xunit1', ...root],
      // Pytest's own tracebacks take a multiple of the tests' time where many fail, as they do in a control.
      ...['-q', '--color=no', '--tb=native', '--maxfail=0', '--continue-on-collection-errors'],
      ...['-o', `faulthandler_timeout=${dumpAfter}`, ...keptFlags, ...(only === null ? [] : pinned)],
      ...more,
      ...(only ?? plain),
    ]),
    provide: start === plainStart ? { [watchFile]: pytestWatch(`${outDir}/${progressFile}`) } : {},
    collect: [reportFile, progressFile],
    env: { PYTHONDONTWRITEBYTECODE: '1', ...call.env },
  });
  const pluginFlags = ['--cov=.', `--cov-report=json:${outDir}/${coverageFile}`, '--cov-fail-under=0'];

  return {
    id,
    evidence: 'report',
    ...(preparation?.builds && { compiles: true as const, built: builtOf(python, preparation) }),
    command: (only, test_ms, leftOut = []) => {
      const remaining = only && withoutFiles(only, leftOut);
      return prepared(command(remaining, plainStart, deselected(leftOut)), python, preparation, test_ms);
    },
    warm: (only) => {
      const started = command(only, [python, `${inDir}/${workerFile}`]);
      const collect = [surveyFile, trialsFile, probesFile];
      return prepared({ ...started, provide: { [workerFile]: pytestWorker }, collect }, python, preparation);
    },
    watch: { running: (reports, mount_at) => runningPytest(reports[progressFile], mount_at), leavesOut: 'tests' },
    read: (ended, mount_at) => {
      const result = preparation?.builds ? orOutOfTime(ended) : ended;
      const reading = readJunit(result.files[reportFile], mount_at);
      const goodCodes = reading.cases.length === 0 ? [0, noTests] : [0];
      const dumped = result.ended === 'exit' ? null : dumpedError(`${result.stdout}\n${result.stderr}`, mount_at);
      if (dumped) reading.errors.push(dumped);
      const unstarted = unstartedError(result, 'pytest');
      if (unstarted && reading.cases.length === 0) reading.errors.push(unstarted);
      return testRun({ id, evidence: 'report', goodCodes }, result, reading);
    },
    isTest,
    related: (changed, files) => relatedModules(changed, files, isTest),
    links: (files, deleted) => moduleLinks(files, deleted, isTest),
    coverage:
      measures === null
        ? null
        : measures === 'pytest-cov'
          ? coverageOf(
              coverageFile,
              (only) => withData(prepared(command(only, undefined, pluginFlags), python, preparation)),
              readCoveragePy,
            )
          : coverageOf(
              coverageFile,
              (only) =>
                prepared(
                  measured(python, (start) => command(only, start), 'pytest'),
                  python,
                  preparation,
                ),
              readCoveragePy,
            ),
  };
}

const withoutFiles = (paths: string[], leftOut: readonly Running[]): string[] =>
  paths.filter((path) => !leftOut.some(({ file, names }) => file === path && names.length === 0));

export const defaultTestNames = ['test_*.py', '*_test.py'];

/** The `python_files` of a pytest configuration, where it sets them. */
export function testNames(config: string): string[] {
  const names = listed(config, 'python_files');
  return names.length > 0 ? names : defaultTestNames;
}
