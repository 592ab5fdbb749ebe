import { matchesAny } from '../../../code/globs.ts';
import { outDir } from '../../../ports/sandbox.ts';
import type { Runner, RunnerCommand } from '../../runner.ts';
import { coverageOf } from '../../runs/coverage.ts';
import { testRun } from '../../runs/report.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { moduleLinks, relatedModules } from '../modules/related.ts';
import { coverageFile, type Measures, measured, withData } from './coverage.ts';
import { readCoveragePy } from './coverage-report.ts';
import { dumpAfter, dumpedError } from './dump.ts';
import { readJunit } from './pytest-report.ts';

const id = 'pytest';
const reportFile = 'report.xml';
const noTests = 5;
const valued = new Set([
  ...['-k', '-m', '-c', '-p', '-o', '-W', '-r', '-n', '--rootdir', '--confcutdir', '--ignore', '--ignore-glob', '--tb'],
  ...[
    '--deselect',
    '--maxfail',
    '--junitxml',
    '--junit-xml',
    '--basetemp',
    '--dist',
    '--override-ini',
    '--import-mode',
  ],
  ...[
    '--cov',
    '--cov-report',
    '--cov-config',
    '--cov-fail-under',
    '--timeout',
    '--durations',
    '--log-level',
    '--color',
  ],
]);
/** Reporting is ours; stopping early, remembering, debugging and coverage are not for a judge. */
const dropped =
  /^(?:-x|-q+|-v+|-s|--(?:junit-?xml|exitfirst|maxfail|lf|last-failed|ff|failed-first|nf|sw|stepwise|pdb|trace|cov|no-cov|quiet|verbose|color)(?:[-=].*)?)$/;

/** `args` are the words after `pytest`; `names` are the file names it collects. */
export function pytest(
  call: Invocation,
  python: string,
  args: string[],
  names: string[],
  measures: Measures = null,
): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isTest = (path: string) => path.endsWith('.py') && matchesAny(path, names);
  const command = (only: string[] | null, start = [python, '-m', 'pytest'], more: string[] = []): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...start,
      ...['-p', 'no:cacheprovider', `--junitxml=${outDir}/${reportFile}`, '-o', 'junit_family=xunit1'],
      ...['-q', '--color=no', '--continue-on-collection-errors', '-o', `faulthandler_timeout=${dumpAfter}`],
      ...keptFlags,
      ...more,
      ...(only ?? plain),
    ]),
    provide: {},
    collect: [reportFile],
    env: { PYTHONDONTWRITEBYTECODE: '1', ...call.env },
  });
  const pluginFlags = ['--cov=.', `--cov-report=json:${outDir}/${coverageFile}`, '--cov-fail-under=0'];

  return {
    id,
    evidence: 'report',
    command: (only) => command(only),
    read: (result, mount_at) => {
      const reading = readJunit(result.files[reportFile], mount_at);
      const goodCodes = reading.cases.length === 0 ? [0, noTests] : [0];
      const dumped = result.ended === 'exit' ? null : dumpedError(`${result.stdout}\n${result.stderr}`, mount_at);
      if (dumped) reading.errors.push(dumped);
      return testRun({ id, evidence: 'report', goodCodes }, result, reading);
    },
    isTest,
    related: (changed, files) => relatedModules(changed, files, isTest),
    links: (files, deleted) => moduleLinks(files, deleted, isTest),
    coverage:
      measures === null
        ? null
        : measures === 'pytest-cov'
          ? coverageOf(coverageFile, (only) => withData(command(only, undefined, pluginFlags)), readCoveragePy)
          : coverageOf(
              coverageFile,
              (only) => measured(python, (start) => command(only, start), 'pytest'),
              readCoveragePy,
            ),
  };
}

export const defaultTestNames = ['test_*.py', '*_test.py'];

/** The `python_files` of a pytest configuration, where it sets them. */
export function testNames(configs: string[]): string[] {
  for (const config of configs) {
    const value = /^\s*python_files\s*=\s*(\[[^\]]*\]|(?:.*(?:\n[ \t]+\S.*)*))/m.exec(config)?.[1];
    const names = value?.match(/[^\s,'"[\]]+/g);
    if (names && names.length > 0) return names;
  }
  return defaultTestNames;
}
