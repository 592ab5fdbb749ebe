import { outDir } from '../../ports/outside/sandbox.ts';
import { testRun } from '../reports/report.ts';
import type { Runner, RunnerCommand } from '../runner.ts';
import { anyLinks, isUsualTest } from './command.ts';
import { progressOfTap, readTap, runningTap, tapFailure } from './tap-report.ts';

const reportFile = 'report.tap';

interface TapRunner extends Partial<Pick<Runner, 'isTest' | 'related' | 'links'>> {
  id: string;
  argv(only: string[] | null): string[];
  env?: Record<string, string>;
  /** In a shell, ahead of it; what it prints is no part of the report. */
  before?: string | null;
  /** Files placed beside it, by name. */
  provide?: Record<string, string>;
}

/** A command that writes TAP to its standard output, which goes to a file of its own: it may be long. */
export function tap({ id, argv, env = {}, before = null, provide = {}, ...more }: TapRunner): Runner {
  const isTest = more.isTest ?? isUsualTest;
  const first = before === null ? '' : `${before} && `;
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only): RunnerCommand => ({
      argv: ['sh', '-c', `${first}exec "$@" > ${outDir}/${reportFile}`, 'sh', ...argv(only)],
      provide,
      collect: [reportFile],
      env,
    }),
    watch: {
      progress: (files) => progressOfTap(files[reportFile]),
      running: (files) => runningTap(files[reportFile]),
      leavesOut: 'nothing',
    },
    read: (result, mount_at) => {
      const report = result.files[reportFile];
      const reading = readTap(report, { mount_at, isFile: isTest, failure: tapFailure(result, mount_at) });
      return testRun({ id, evidence: 'report' }, { ...result, stdout: `${result.stdout}${report ?? ''}` }, reading);
    },
    isTest,
    related: more.related ?? (async () => null),
    links: more.links ?? anyLinks,
    coverage: null,
  };
}
