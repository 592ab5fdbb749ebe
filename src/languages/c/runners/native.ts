import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import { isUsualTest } from '../../generic/command.ts';
import { plainError, type Reading, testRun } from '../../reports/report.ts';
import type { Runner } from '../../runner.ts';
import { type Invocation, prefixed } from '../../runs/script.ts';
import { logFile, readStages, reportFile, stagedScript, stageFile } from './build-script.ts';
import { buildErrors } from './compile-errors.ts';

export interface Builder {
  id: string;
  /** The program that has to be there, and how to get it. */
  needs: string;
  cure: string;
  builds: string[];
  /** Has `$seconds` for one test, and `$src` for the tree. */
  tests: string;
  read(report: string | undefined, mount_at: string, result: SandboxResult): Reading;
}

const patience_ms = 600_000;
/** What `timeout` exits with. */
const outOfTime = 124;

/** A project that is configured and built in a folder of its own before its tests run. */
export function native(call: Invocation, builder: Builder): Runner {
  const { id } = builder;
  const script = stagedScript(builder.needs, builder.builds, builder.tests);
  return {
    id,
    evidence: 'report',
    unguarded: true,
    compiles: true,
    command: (_only, test_ms = patience_ms) => ({
      argv: prefixed(call.before, ['sh', '-c', script, 'sh', String(Math.ceil(test_ms / 1000))]),
      provide: {},
      collect: [reportFile, logFile, stageFile],
      env: call.env,
    }),
    read: (result, mount_at) => runOf(builder, result, mount_at),
    isTest: isUsualTest,
    related: async () => null,
    links: async () => null,
    coverage: null,
  };
}

function runOf(builder: Builder, result: SandboxResult, mount_at: string): TestRun {
  const { id, needs, cure } = builder;
  const runner = { id, evidence: 'report' as const };
  const { reached, test_ms } = readStages(result.files[stageFile]);
  const nothing = (errors: Reading['errors']): Reading => ({ cases: [], errors, complete: false });
  if (reached === 'missing')
    return testRun(runner, result, nothing([plainError('MissingProgram', `${needs} is not installed: ${cure}`)]));
  if (reached === 'build') {
    const log = result.files[logFile] ?? result.stdout;
    return testRun(runner, { ...result, stdout: log }, nothing(buildErrors(log, mount_at)));
  }
  const reading = builder.read(result.files[reportFile], mount_at, result);
  const ended = result.exit_code === outOfTime ? ({ ...result, ended: 'timeout' } as const) : result;
  const timed = test_ms === null ? ended : { ...ended, duration_ms: test_ms };
  return testRun(runner, timed, reading);
}
