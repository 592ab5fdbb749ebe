import { isGlob, matchesAny } from '../../../../code/globs.ts';
import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import { coverageOf } from '../../../reports/coverage.ts';
import { endedRun } from '../../../reports/crash.ts';
import { testRun } from '../../../reports/report.ts';
import { parseJson, record } from '../../../reports/values.ts';
import type { Files, Runner, RunnerCommand, Running } from '../../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../../modules/related.ts';
import { warmCommand } from '../../repair/warm/command.ts';
import { readLcov } from '../lcov.ts';
import { isSealed, resultOf, withoutSeals } from '../seal.ts';
import { assertGuard } from './assert-guard.ts';
import { readNodeTest } from './node-test-report.ts';
import { nodeTestReporter } from './node-test-reporter.ts';
import { nodeTestWatch, runningNodeTest, runningScript } from './node-test-watch.ts';

const id = 'node:test';
const reporterFile = 'node-test-reporter.mjs';
const guardFile = 'assert-guard.mjs';
const reportFile = 'report.ndjson';
const runningFile = 'running.json';
const watchFile = 'node-test-begun.mjs';
const begunFile = 'begun.ndjson';
const coverageFile = 'lcov.info';
const coverageFlags = [
  '--experimental-test-coverage',
  '--enable-source-maps',
  '--test-reporter=lcov',
  `--test-reporter-destination=${outDir}/${coverageFile}`,
];
const valued = new Set([
  ...['--import', '--require', '-r', '--loader', '--experimental-loader', '--env-file', '--conditions', '-C'],
  ...['--test-name-pattern', '--test-skip-pattern', '--test-concurrency', '--test-timeout', '--test-shard'],
  ...[
    '--test-reporter',
    '--test-reporter-destination',
    '--test-isolation',
    '--test-global-setup',
    '--max-old-space-size',
  ],
]);
const dropped =
  /^--(?:test$|test-reporter|watch|experimental-test-coverage|test-coverage|test-update-snapshots|inspect)/;
const typed = /^(?:tsx|ts-node|@swc-node|--experimental-strip-types|--experimental-transform-types)/;

interface NodeTest {
  /** TypeScript is loaded by tsx where nothing else is asked to. */
  hasTsx: boolean;
  /** A script that is run by itself and has tests of Node's runner in it. */
  script?: true;
}

/**
 * Node's own runner. `args` are the words after `node`; folders and globs among them are resolved against the tree,
 * since what they mean differs between Node's versions.
 */
export function nodeTest(files: Files, call: Invocation, args: string[], { hasTsx, script }: NodeTest): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name));
  const loads = keptFlags.flat().some((word) => typed.test(word));
  const options = [...(hasTsx && !loads ? ['--import', 'tsx'] : []), ...keptFlags.flat()];
  const named = plain.flatMap((word) => {
    const paths = expand(word, files.paths);
    return paths.length === 0 && call.before !== null ? [word] : paths; // It may be what is built first.
  });
  const typescript = hasTsx || loads ? files.paths.filter((path) => isTypeScriptTest(path)) : [];
  // Without names Node looks for itself, but older versions do not see TypeScript.
  const testFiles = typescript.length > 0 ? files.paths.filter((path) => isNodeTest(path)) : [];
  const all = script ? plain : named.length > 0 ? named : testFiles;

  const isTest = (path: string) =>
    isNodeTest(path) || (isCode(path) && plain.some((word) => expand(word, [path]).length > 0));
  const command = (only: string[] | null, more: string[] = [], leftOut: readonly Running[] = []): RunnerCommand => ({
    argv: prefixed(call.before, [
      'node',
      `--import=${inDir}/${guardFile}`,
      ...options,
      ...(script ? [] : ['--test']),
      `--import=${inDir}/${watchFile}`,
      ...more,
      `--test-reporter=${inDir}/${reporterFile}`,
      `--test-reporter-destination=${outDir}/${reportFile}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      ...(script && only?.length !== 1 ? all : (only ?? all)),
    ]),
    provide: {
      [reporterFile]: nodeTestReporter(`${outDir}/${runningFile}`),
      [guardFile]: assertGuard,
      [watchFile]: nodeTestWatch(`${outDir}/${begunFile}`, leftOut, script === true),
    },
    collect: [reportFile, runningFile, begunFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    command: (only, _, leftOut) => command(only, [], leftOut),
    // What is not JavaScript as it stands is beyond the worker.
    ...(!hasTsx &&
      !loads &&
      !script && {
        warm: (only: string[]) =>
          warmCommand('node:test', only, {
            env: call.env,
            started: (argv) => prefixed(call.before, argv),
            options,
          }),
      }),
    // A script reports from the process that its tests keep busy.
    watch: script
      ? { running: (reports, mount_at) => runningScript(reports[begunFile], mount_at), leavesOut: 'tests' }
      : {
          running: (reports, mount_at) => runningNodeTest(reports[runningFile], reports[begunFile], mount_at),
          leavesOut: 'tests',
          leavesFiles: true,
        },
    read: (result, mount_at) => {
      const report = result.files[reportFile];
      const places = { report: reportFile, running: runningFile, begun: script ? null : begunFile };
      const raw = readNodeTest(result.files, places, mount_at);
      const complete = raw.complete && isSealed(saidOf(report ?? ''), result.stderr);
      const running = script ? runningScript(result.files[begunFile], mount_at) : [];
      const reading = endedRun({ ...raw, complete }, running, result);
      const stderr = withoutSeals(result.stderr);
      return testRun({ id, evidence: 'report' }, { ...result, stderr }, reading);
    },
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage: coverageOf(coverageFile, (only) => command(only, coverageFlags), readLcov),
  };
}

/** What our reporter sealed of a report: names, and what became of them. */
function saidOf(report: string): string[] {
  const events = report.split('\n').map((line) => record(parseJson(line)));
  return events.flatMap(({ e, name, skipped }) =>
    e === 'pass' || e === 'fail' ? [resultOf(e, name, skipped === true)] : [],
  );
}

/** The names that Node's runner looks for, in TypeScript too. */
function isNodeTest(path: string): boolean {
  if (!isCode(path) || /(?:^|\/)node_modules\//.test(path)) return false;
  return /(?:[._-]test|(?:^|\/)test(?:-[^/]*)?)\.[cm]?[jt]s$/.test(path) || /(?:^|\/)test\//.test(path);
}

function isTypeScriptTest(path: string): boolean {
  return isNodeTest(path) && /ts$/.test(path);
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

function expand(word: string, paths: string[]): string[] {
  const plain = word.replace(/^\.\//, '').replace(/\/+$/, '');
  if (isGlob(plain)) {
    const within = plain.includes('/') ? paths : paths.filter((path) => !path.includes('/'));
    return within.filter((path) => matchesAny(path, [plain]));
  }
  if (paths.includes(plain)) return [plain];
  if (plain === '.' || plain === '') return paths.filter(isNodeTest);
  return paths.filter((path) => path.startsWith(`${plain}/`) && isNodeTest(path));
}
