import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestCase } from '../../schema/judge/test-run.ts';
import { crash, signalOf } from '../reports/crash.ts';
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
      const output = outputTail(result);
      const error = plainError(
        crashIn(result, output) ? crash : 'ExitCode',
        `exit code ${result.exit_code}\n${output}`,
      );
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

/** Told by the exit code of a shell, or by the last line of make or a shell about the program that they ran. */
const crashIn = ({ exit_code }: SandboxResult, output: string): boolean =>
  (exit_code !== null && signalOf(exit_code) !== null) || ending.test(output);

const ending =
  /^(?:make(?:\[\d+\])?: \*\*\* \[.*\] |.*: line \d+: +\d+ )?(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception|Bad system call)(?: \(core dumped\)|\b.*)?$/m;

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
