import type { Sandbox, SandboxCommand } from '../../ports/sandbox.ts';
import { type Action, text, tool } from '../action.ts';

const head = 2_000;
const tail = 6_000;

/** A shell command in the sandbox, on the workspace. */
export function runAction(
  sandbox: Sandbox,
  shell: Omit<SandboxCommand, 'argv' | 'timeout_ms'>,
  timeout_ms: number,
): Action {
  return {
    spec: tool('run', 'Run a shell command in the sandbox (no network), e.g. the tests.', {
      command: { type: 'string' },
    }),
    run: async (input, signal) => {
      const result = await sandbox.run({ ...shell, argv: ['sh', '-c', text(input, 'command')], timeout_ms }, signal);
      const ended =
        result.ended === 'exit'
          ? `exit ${result.exit_code}`
          : `ended by ${result.ended}${result.signal ? ` ${result.signal}` : ''}`;
      return { observation: `${ended}\n${middleOut(`${result.stdout}${result.stderr}`)}`.trimEnd(), changed: true };
    },
  };
}

/** Beginnings say what ran and ends say how it went; the middle goes first. */
function middleOut(output: string): string {
  if (output.length <= head + tail) return output;
  return `${output.slice(0, head)}\n[… ${output.length - head - tail} characters left out …]\n${output.slice(-tail)}`;
}
