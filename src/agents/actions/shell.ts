import type { Sandbox, SandboxCommand, SandboxResult } from '../../ports/outside/sandbox.ts';
import { type Action, type ActionResult, text, tool } from '../action.ts';
import { trimmed } from './trimmed.ts';

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
      const argv = ['sh', '-c', text(input, 'command')];
      return howItWent(await sandbox.run({ ...shell, argv, timeout_ms }, signal));
    },
  };
}

/** How a command ended and what it wrote; it may have changed files. */
export function howItWent(result: SandboxResult): ActionResult {
  const ended =
    result.ended === 'exit'
      ? `exit ${result.exit_code}`
      : `ended by ${result.ended}${result.signal ? ` ${result.signal}` : ''}`;
  return { observation: `${ended}\n${trimmed(`${result.stdout}${result.stderr}`)}`.trimEnd(), changed: true };
}
