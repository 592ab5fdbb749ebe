import { matchesAny } from '../../../../code/globs.ts';
import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import { coverageOf } from '../../../reports/coverage.ts';
import { endedRun } from '../../../reports/crash.ts';
import { testRun } from '../../../reports/report.ts';
import { list, record, text } from '../../../reports/values.ts';
import type { Files, Runner, RunnerCommand, Running } from '../../../runner.ts';
import { runningIn } from '../../../runs/progress.ts';
import { type Invocation, splitFlags } from '../../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../../modules/related.ts';
import { startedIn } from '../../package/installed.ts';
import { readLcov } from '../lcov.ts';
import { withoutHung } from '../left-out.ts';
import { readJestReport } from './jest-report.ts';
import { jestFilter, jestReporter } from './jest-reporter.ts';

const id = 'jest';
const reporterFile = 'jest-reporter.cjs';
const reportFile = 'report.json';
const faultsFile = 'faults.json';
const progressFile = 'progress.ndjson';
const filterFile = 'jest-filter.cjs';
const valued = new Set([
  ...['--config', '-c', '--env', '--testEnvironment', '--rootDir', '--roots', '--projects', '--selectProjects'],
  ...['--testNamePattern', '-t', '--testPathPattern', '--testPathPatterns', '--testPathIgnorePatterns', '--testMatch'],
  ...['--testRegex', '--maxWorkers', '-w', '--testTimeout', '--setupFiles', '--setupFilesAfterEnv', '--preset'],
  ...['--transform', '--moduleNameMapper', '--reporters', '--outputFile', '--cacheDirectory', '--shard', '--seed'],
  ...['--coverageDirectory', '--coverageReporters', '--collectCoverageFrom', '--coverageThreshold', '--changedSince'],
  ...['--globals', '--resolver', '--runner', '--testRunner', '--coverageProvider', '--ignoreProjects', '--filter'],
]);
/** Reporting is ours; watching, updating snapshots, coverage, stopping early and choosing by git are not for a judge. */
const dropped =
  /^(?:--(?:reporters|json|outputFile|watch|watchAll|watchman|no-watchman|ci|updateSnapshot|coverage\w*|collectCoverage\w*|bail|shard|silent|verbose|colors?|no-color|notify|cacheDirectory|onlyChanged|onlyFailures|changedSince|lastCommit|listTests|passWithNoTests|testResultsProcessor|filter|no-cache)(?:=|$)|-[ubof]$)/;

/** `args` are the words after `jest`; `settings` is what package.json or jest.config.json says. */
export function jest(files: Files, call: Invocation, args: string[], settings: Record<string, unknown>): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isTest = testsOf(settings);
  const command = (
    only: string[] | null,
    coverage = ['--coverage=false'],
    leftOut: readonly Running[] = [],
  ): RunnerCommand => ({
    argv: startedIn(files, call.before, [
      'node',
      'node_modules/jest/bin/jest.js',
      ...(only === null ? plain : []),
      ...keptFlags,
      ...['--json', `--outputFile=${outDir}/${reportFile}`, '--testLocationInResults', '--ci', '--watchman=false'],
      ...['--passWithNoTests', `--cacheDirectory=${outDir}/jest-cache`, ...coverage],
      ...['--reporters=default', `--reporters=${inDir}/${reporterFile}`],
      ...(leftOut.length > 0 ? [`--filter=${inDir}/${filterFile}`] : []),
      ...(only === null ? [] : ['--runTestsByPath', ...withoutHung(only, leftOut)]),
    ]),
    provide: {
      [reporterFile]: jestReporter(`${outDir}/${faultsFile}`, `${outDir}/${progressFile}`),
      ...(leftOut.length > 0 && { [filterFile]: jestFilter(leftOut.map(({ file }) => file)) }),
    },
    collect: [reportFile, faultsFile, progressFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    command: (only, _, leftOut) => command(only, undefined, leftOut),
    watch: { running: (reports, mount_at) => runningIn(reports[progressFile], mount_at), leavesOut: 'files' },
    read: (result, mount_at) => {
      const places = { report: reportFile, faults: faultsFile, progress: progressFile };
      const running = runningIn(result.files[progressFile], mount_at).filter(({ names }) => names.length > 0);
      const reading = endedRun(readJestReport(result.files, places, mount_at), running, result);
      return testRun({ id, evidence: 'report' }, result, reading);
    },
    isTest,
    ...(plain.length > 0 && { takesIn: (path: string) => plain.some((pattern) => matchesPattern(pattern, path)) }),
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage: coverageOf('lcov.info', (only) => command(only, coverageFlags), readLcov),
  };
}

const coverageFlags = [
  '--coverage=true',
  '--coverageReporters=lcovonly',
  `--coverageDirectory=${outDir}`,
  '--coverageThreshold={}',
];

/** The names that jest looks for by default, or those that the settings give. */
function testsOf(settings: Record<string, unknown>): (path: string) => boolean {
  const globs = list(settings.testMatch).map((glob) => text(glob).replace(/^<rootDir>\//, ''));
  const patterns = list(settings.testRegex).map(text).flatMap(compiled);
  const named = (path: string) => /(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path);
  return (path) => {
    if (/(?:^|\/)node_modules\//.test(path)) return false;
    if (globs.length > 0) return matchesAny(path, globs.flatMap(alternatives));
    return patterns.length > 0 ? patterns.some((pattern) => pattern.test(`/${path}`)) : named(path);
  };
}

/** `?(x)` is x or nothing, and `[jt]` is either letter: not globs of ours. */
function alternatives(glob: string): string[] {
  const optional = /^(.*?)\?\(([^()]*)\)(.*)$/.exec(glob);
  if (optional) {
    const [, before = '', inner = '', after = ''] = optional;
    return [...alternatives(`${before}${after}`), ...alternatives(`${before}{${inner.replaceAll('|', ',')}}${after}`)];
  }
  return [
    glob
      .replace(/\+\(([^()]*)\)/g, (_, inner: string) => `{${inner.replaceAll('|', ',')}}`)
      .replace(/\[(\w+)\]/g, (_, letters: string) => `{${[...letters].join(',')}}`),
  ];
}

function compiled(source: string): RegExp[] {
  try {
    return [new RegExp(source)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** What can be read without running anything. */
export function jestSettings(manifest: Record<string, unknown>, config: unknown): Record<string, unknown> {
  const ownSettings = record(manifest.jest);
  return Object.keys(ownSettings).length > 0 ? ownSettings : record(config);
}

/** As jest matches the words that it is given: a regular expression anywhere in the path. */
function matchesPattern(pattern: string, path: string): boolean {
  try {
    return new RegExp(pattern.replace(/^\.\//, ''), 'i').test(path);
  } catch {
    return true;
  }
}
