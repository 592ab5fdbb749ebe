import type { History } from '../../ports/outside/repo.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../ports/outside/sandbox.ts';
import { type Action, type ActionResult, text, tool } from '../action.ts';
import { callsGit, type GitCommand, gitCommandsIn } from './git-command.ts';
import { trimmed } from './trimmed.ts';

/** What git says of the history, made fit to be shown. */
export interface Answering extends History {
  redact(text: string): string;
}

/** A shell command in the sandbox, on the workspace. There is no .git in it: git is answered from the history, where there is one. */
export function runAction(
  sandbox: Sandbox,
  shell: Omit<SandboxCommand, 'argv' | 'timeout_ms'>,
  timeout_ms: number,
  history?: Answering,
): Action {
  const git = history ? ', or git diff|log|show|blame|status|restore FILE' : '';
  return {
    spec: tool('run', `Run a shell command in the sandbox (no network), e.g. the tests${git}.`, {
      command: { type: 'string' },
    }),
    run: async (input, signal) => {
      const command = text(input, 'command');
      const questions = history ? gitCommandsIn(command, `${shell.mount_at}/${shell.cwd}`.replace(/\/$/, '')) : null;
      if (history && questions) return answered(questions, history);
      const result = await sandbox.run({ ...shell, argv: ['sh', '-c', command], timeout_ms }, signal);
      const ran = howItWent(result, timeout_ms);
      const lost = history && callsGit(command) && /not a git repository/i.test(`${result.stdout}${result.stderr}`);
      return lost ? { ...ran, observation: `${withoutUsage(ran.observation)}\n${alone}` } : ran;
    },
  };
}

const alone =
  '(There is no .git in the sandbox. Call run with git diff, log, show, blame, status or restore FILE alone: that is answered.)';

/** Outside of a repository `git diff` lists its hundred options. */
const withoutUsage = (observation: string): string =>
  observation.replace(/\n+usage: git .*\n(?:(?:[ \t].*|.* options)?(?:\n|$))*/, '');

async function answered(commands: GitCommand[], history: Answering): Promise<ActionResult> {
  const texts: string[] = [];
  let changed = false;
  for (const { words, first, last } of commands) {
    const answer = await history.ask(words);
    if ('refused' in answer)
      return { observation: [...texts, `Refused: ${answer.refused}.`].join('\n'), changed, failed: 'undone' };
    changed ||= answer.changed === true;
    const lines = history.redact(answer.text).split('\n').slice(0, first);
    texts.push(trimmed((last === undefined ? lines : lines.slice(-last)).join('\n')));
  }
  return { observation: texts.join('\n'), ...(changed && { changed }) };
}

/** How a command ended and what it wrote; it may have changed files. */
export function howItWent(result: SandboxResult, timeout_ms?: number): ActionResult {
  const limit =
    result.ended === 'timeout' && timeout_ms !== undefined ? ` (${timeout_ms / 1000} s): run less at once` : '';
  const ended =
    result.ended === 'exit'
      ? `exit ${result.exit_code}`
      : `ended by ${result.ended}${result.signal ? ` ${result.signal}` : ''}${limit}`;
  return {
    observation: `${ended}\n${trimmed(`${result.stdout}${result.stderr}`)}`.trimEnd(),
    changed: true,
    ...((result.ended !== 'exit' || result.exit_code !== 0) && { failed: 'command' as const }),
  };
}
