import type { Work } from '../../../ports/outside/developer.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import { howEnded } from '../external/ending.ts';
import type { Session } from './session.ts';

interface Evidence {
  result: SandboxResult;
  edited: boolean;
  /** The end of what its process complained about. */
  complaint: string;
}

/**
 * What a session comes to. Whatever was edited is judged, however it ended; an agent that failed and edited nothing could
 * not work.
 */
export function workOf({ ending, message, began }: ReturnType<Session['outcome']>, evidence: Evidence): Work {
  switch (ending.by) {
    case 'agent':
      return stopped(ending.stop_reason, message, evidence);
    case 'limit':
      return { ended: 'step_limit', summary: `it used all its steps${after(message)}` };
    case 'loop':
      return { ended: 'step_loop', summary: 'it repeats the same steps' };
    case 'idle':
      if (!began) return { ended: 'unavailable', summary: `it did not answer${after(evidence.complaint)}` };
      return failed('it stopped responding', evidence, 'step_limit');
    case 'nonsense':
      return failed('it does not speak the Agent Client Protocol', evidence);
    case 'fault':
      return failed(began ? ending.message : `it could not start: ${ending.message}`, evidence);
    case 'halt':
      return failed('it was stopped', evidence);
    case 'exit':
      return exited(evidence, began);
  }
}

function stopped(reason: string, message: string, evidence: Evidence): Work {
  switch (reason) {
    case 'end_turn':
      return { ended: 'finished', summary: message };
    case 'max_tokens':
    case 'max_turn_requests':
      return { ended: 'step_limit', summary: `it stopped at a limit of its own (${reason})${after(message)}` };
    case 'refusal':
      return { ended: 'hand_over', summary: `it refused${after(message)}` };
    default:
      return failed(`it stopped (${reason.slice(0, 80)})${after(message)}`, evidence);
  }
}

function exited(evidence: Evidence, began: boolean): Work {
  const { result } = evidence;
  if (result.ended === 'timeout') return { ended: 'step_limit', summary: 'it ran out of time' };
  const how = howEnded(result) ?? 'it ended';
  return failed(began ? `${how} in the middle of its work` : `${how} before it started`, evidence);
}

function failed(why: string, { edited, complaint }: Evidence, judged: Work['ended'] = 'finished'): Work {
  return { ended: edited ? judged : 'unavailable', summary: `${why}${after(complaint)}` };
}

const after = (text: string): string => (text === '' ? '' : `: ${text}`);
