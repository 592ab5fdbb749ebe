import { outDir } from '../../ports/outside/sandbox.ts';
import { testRun } from '../reports/report.ts';
import type { Runner } from '../runner.ts';
import { anyLinks, isUsualTest } from './command.ts';
import { readJunitXml } from './junit-report.ts';

const id = 'junit';
const reportFile = 'report.xml';
const placeholder = '{report}';

/** Whether a command says where it would write a JUnit report. */
export function isReported(argv: string[]): boolean {
  return argv.some((word) => word.includes(placeholder));
}

/** Any command that writes JUnit XML to the place that `{report}` stands for in it. */
export function junit(argv: string[]): Runner {
  const words = argv.map((word) => word.replaceAll(placeholder, `${outDir}/${reportFile}`));
  return {
    id,
    evidence: 'report',
    command: () => ({ argv: words, provide: {}, collect: [reportFile], env: {} }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readJunitXml(result.files[reportFile], { mount_at })),
    isTest: isUsualTest,
    related: async () => null,
    links: anyLinks,
    coverage: null,
  };
}
