import { outDir } from '../../../ports/outside/sandbox.ts';
import { isUsualTest } from '../../generic/command.ts';
import { readJunitXml } from '../../generic/junit-report.ts';
import { testRun } from '../../reports/report.ts';
import type { Runner } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../modules/related.ts';

const id = 'bun';
const reportFile = 'report.xml';
const valued = new Set([
  '--timeout',
  '--preload',
  '-r',
  '-t',
  '--test-name-pattern',
  '--reporter',
  '--reporter-outfile',
]);
const dropped =
  /^(?:-u|--(?:reporter|reporter-outfile|watch|hot|bail|coverage|update-snapshots|only-failures)(?:[-=]|$))/;

/** The runner of Bun, where that is installed. `args` are the words after `bun test`. */
export function bunTest(call: Invocation, args: string[]): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const flagWords = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isTest = (path: string) =>
    /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path) || (isUsualTest(path) && plain.includes(path));
  const report = ['--reporter=junit', `--reporter-outfile=${outDir}/${reportFile}`];
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only) => ({
      argv: prefixed(call.before, [
        'bun',
        'test',
        ...flagWords,
        ...report,
        ...(only?.map((path) => `./${path}`) ?? plain),
      ]),
      provide: {},
      collect: [reportFile],
      env: call.env,
    }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readJunitXml(result.files[reportFile], { mount_at })),
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage: null,
  };
}
