import type { EventOf } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { AttemptState } from '../task/task-state.ts';

/** How often hooks may change an attempt: each time it is judged again. */
export const mostHookChanges = 2;

type Ran = EventOf<'hooks.ran'>;

/** The hook has something against the change, which its developer can mend. */
export const isRefusedByHook = ({ hooks }: AttemptState): boolean => hooks?.outcome === 'failed';

const stuck: readonly Ran['outcome'][] = ['timeout', 'unfit', 'message', 'restless'];

/** This hook prevents every commit here: a person has to look at it. */
export const isStuckInHook = ({ hooks }: AttemptState): boolean => hooks !== null && stuck.includes(hooks.outcome);

/** Why a change could not be committed with the user's hooks, and what to do about it. */
export function whyStuck(ran: Ran, policy: Policy): string {
  const cure = 'fix it and resume the run, or run without hooks (--no-verify)';
  return `${hookEnded(ran, policy)}${lastLine(ran.output)}: ${cure}`;
}

/** How a hook ended, in a few words. */
export function hookEnded(
  { hook, outcome, exit_code, ended }: Pick<Ran, 'hook' | 'exit_code'> & { outcome?: Ran['outcome']; ended?: string },
  policy: Policy,
): string {
  const code = exit_code === null ? '' : ` (exit ${exit_code})`;
  if (outcome === 'timeout' || ended === 'timeout')
    return `the hook ${hook} did not end ${policy.hooks ? `within ${policy.hooks.seconds} s (hooks.seconds)` : 'in time'} and was stopped`;
  if (outcome === 'unfit') return `the hook ${hook} fails in the sandbox even without the change${code}`;
  if (outcome === 'restless') return `the hook ${hook} changes the files each time it runs`;
  if (outcome === 'message') return `the hook ${hook} refuses the commit message${code}`;
  return `the hook ${hook} refuses the change${code}`;
}

/** The last thing that a hook printed, to go behind a sentence. */
export function lastLine(output: string): string {
  const line = output.trim().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `, saying "${line.slice(0, 200)}"`;
}
