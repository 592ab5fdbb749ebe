import type { TestCase } from '../../schema/judge/test-run.ts';
import { outputTail, plainError, testRun } from '../reports/report.ts';
import type { Files, Links, Runner } from '../runner.ts';
import { tapInOutput } from './tap-report.ts';

const id = 'command';
const caseId = '(command)';

/** Any other test command: its exit code is all that is known, as one test, unless what it prints is TAP. */
export function command(argv: string[]): Runner {
  return {
    id,
    evidence: 'exit_code',
    command: () => ({ argv, provide: {}, collect: [], env: {} }),
    read: (result, mount_at) => {
      const tap = result.ended === 'exit' ? tapInOutput(result, { mount_at, isFile: isUsualTest }) : null;
      if (tap) return testRun({ id, evidence: 'report' }, result, tap);
      const ran = result.ended === 'exit' && result.exit_code !== null;
      const passed = result.exit_code === 0;
      const error = plainError('ExitCode', `exit code ${result.exit_code}\n${outputTail(result)}`);
      const only: TestCase = {
        id: caseId,
        file: '',
        names: [argv.join(' ')],
        line: null,
        status: passed ? 'passed' : 'failed',
        duration_ms: result.duration_ms,
        error: passed ? null : error,
      };
      return testRun({ id, evidence: 'exit_code' }, result, { cases: ran ? [only] : [], errors: [], complete: true });
    },
    isTest: isUsualTest,
    related: async () => null,
    links: anyLinks,
    coverage: null,
  };
}

/** What scripts of any kind lead to. */
export async function anyLinks(files: Files, deleted: string[]): Promise<Links> {
  const { scriptLinks } = await import('../javascript/modules/related.ts');
  const { moduleLinks } = await import('../python/modules/related.ts');
  return new Map([...(await scriptLinks(files, deleted)), ...(await moduleLinks(files, deleted, isUsualTest))]);
}

/** The names that tests usually have, in any language. */
export function isUsualTest(path: string): boolean {
  return named.test(path) || inFolder.test(path);
}

const named = /(?:[._-](?:test|spec)\.\w+|(?:^|\/)(?:test|tests|test_[^/]*)\.\w+)$/i;
const inFolder = /(?:^|\/)(?:test|tests|__tests__|spec)\/(?:.*\/)?[^/]+\.(?!md$|txt$|json$|ya?ml$|snap$)\w+$/;
