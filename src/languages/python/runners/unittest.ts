import { matchesAny } from '../../../code/globs.ts';
import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import { probesFile, surveyFile, trialsFile } from '../../repair/warm.ts';
import { coverageOf } from '../../reports/coverage.ts';
import { testRun } from '../../reports/report.ts';
import type { Runner, RunnerCommand, Running } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { moduleLinks, relatedModules } from '../modules/related.ts';
import { unittestWorker } from '../repair/warm/unittest-worker.ts';
import { coverageFile, measured } from './coverage.ts';
import { readCoveragePy } from './coverage-report.ts';
import { builtOf, orOutOfTime, type Preparation, prepared } from './prepare.ts';
import { readUnittest, runningUnittest } from './unittest-report.ts';
import { unittestRunner } from './unittest-runner.ts';

const id = 'unittest';
const runnerFile = 'pawl_unittest.py';
const workerFile = 'unittest_worker.py';
const reportFile = 'report.ndjson';
const valued = new Set([
  '-s',
  '--start-directory',
  '-p',
  '--pattern',
  '-t',
  '--top-level-directory',
  '-k',
  '--durations',
]);
/** Stopping early is not for a judge. */
const dropped = /^(?:-f|--failfast|-v|--verbose|-q|--quiet|--locals|--durations(?:=.*)?)$/;

/** `args` are the words after `unittest`. */
export function unittest(
  call: Invocation,
  python: string,
  args: string[],
  measures: boolean,
  preparation: Preparation | null = null,
): Runner {
  const discover = args[0] === 'discover' ? ['discover'] : [];
  const { flags, plain } = splitFlags(args.slice(discover.length), valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name));
  const pattern =
    keptFlags.find(([name]) => name === '-p' || name === '--pattern')?.[1] ?? plainPattern(discover, plain);
  const isTest = (path: string) => path.endsWith('.py') && matchesAny(path, [pattern]);
  const command = (only: string[] | null, start = [python], leftOut: readonly Running[] = []): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...start,
      `${inDir}/${runnerFile}`,
      JSON.stringify(only),
      JSON.stringify(leftOut.map(({ key }) => key)),
      ...discover,
      ...keptFlags.flat(),
      ...plain,
    ]),
    provide: { [runnerFile]: unittestRunner(`${outDir}/${reportFile}`) },
    collect: [reportFile],
    env: { PYTHONDONTWRITEBYTECODE: '1', ...call.env },
  });

  return {
    id,
    evidence: 'report',
    ...(preparation?.builds && { compiles: true as const, built: builtOf(python, preparation) }),
    command: (only, test_ms, leftOut) => prepared(command(only, [python], leftOut), python, preparation, test_ms),
    warm: (only) => {
      const words = [JSON.stringify(only), ...discover, ...keptFlags.flat(), ...plain];
      const argv = prefixed(call.before, [python, `${inDir}/${workerFile}`, ...words]);
      const provide = { [workerFile]: unittestWorker };
      const env = { PYTHONDONTWRITEBYTECODE: '1', ...call.env };
      return prepared({ argv, provide, collect: [surveyFile, trialsFile, probesFile], env }, python, preparation);
    },
    watch: { running: (reports) => runningUnittest(reports[reportFile]), leavesOut: 'tests' },
    read: (ended, mount_at) => {
      const result = preparation?.builds ? orOutOfTime(ended) : ended;
      return testRun({ id, evidence: 'report' }, result, readUnittest(result.files[reportFile], mount_at));
    },
    isTest,
    related: (changed, files) => relatedModules(changed, files, isTest),
    links: (files, deleted) => moduleLinks(files, deleted, isTest),
    coverage: measures
      ? coverageOf(
          coverageFile,
          (only) =>
            prepared(
              measured(python, (start) => command(only, start), null),
              python,
              preparation,
            ),
          readCoveragePy,
        )
      : null,
  };
}

/** `discover START PATTERN`. */
function plainPattern(discover: string[], plain: string[]): string {
  return (discover.length > 0 ? plain[1] : undefined) ?? 'test*.py';
}
