import type { Work } from '../../../ports/outside/developer.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import { howEnded } from '../external/ending.ts';
import type { Session } from './session.ts';

interface Seen {
  result: SandboxResult;
  edited: boolean;
  /** The end of what its process complained about. */
  complaint: string;
}

/**
 * What a session comes to. Whatever was edited is judged, however it ended; an agent that failed and edited nothing could
 * not work.
 */
export function workOf({ ending, said, began }: ReturnType<Session['outcome']>, seen: Seen): Work {
  switch (ending.by) {
    case 'agent':
      return stopped(ending.stop_reason, said, seen);
    case 'limit':
      return { ended: 'step_limit', summary: `it used all its steps${after(said)}` };
    case 'loop':
      return { ended: 'step_loop', summary: 'it repeats the same steps' };
    case 'idle':
      if (!began) return { ended: 'unavailable', summary: `it did not answer${after(seen.complaint)}` };
      return failed('it stopped responding', seen, 'step_limit');
    case 'nonsense':
      return failed('it does not speak the Agent Client Protocol', seen);
    case 'fault':
      return failed(began ? ending.message : `it could not start: ${ending.message}`, seen);
    case 'halt':
      return failed('it was stopped', seen);
    case 'exit':
      return exited(seen, began);
  }
}

function stopped(reason: string, said: string, seen: Seen): Work {
  switch (reason) {
    case 'end_turn':
      return { ended: 'finished', summary: said || 'it ended without a message' };
    case 'max_tokens':
    case 'max_turn_requests':
      return { ended: 'step_limit', summary: `it stopped at a limit of its own (${reason})${after(said)}` };
    case 'refusal':
      return { ended: 'hand_over', summary: `it refused${after(said)}` };
    default:
      return failed(`it stopped (${reason.slice(0, 80)})${after(said)}`, seen);
  }
}

function exited(seen: Seen, began: boolean): Work {
  const { result } = seen;
  if (result.ended === 'timeout') return { ended: 'step_limit', summary: 'it ran out of time' };
  const how = howEnded(result) ?? 'it ended';
  return failed(began ? `${how} in the middle of its work` : `${how} before it started`, seen);
}

function failed(why: string, { edited, complaint }: Seen, judged: Work['ended'] = 'finished'): Work {
  return { ended: edited ? judged : 'unavailable', summary: `${why}${after(complaint)}` };
}

const after = (text: string): string => (text === '' ? '' : `: ${text}`);
