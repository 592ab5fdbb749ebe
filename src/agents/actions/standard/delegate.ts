import type { PawlEvent } from '../../../schema/run/event.ts';
import { type ActionResult, type Delegation, text, tool } from '../../action.ts';
import { cut } from '../observing.ts';

type RunAgent = (
  agent_id: string,
  task: unknown,
  signal: AbortSignal,
  step?: number,
) => AsyncGenerator<PawlEvent, ActionResult & { output?: unknown }>;

/**
 * Lets another agent do a task and reports its result; with the decision `done`, that agent's output also ends this
 * agent's work. Only the agents that the file names can be asked.
 */
export function delegateAction(delegates: readonly string[], run: RunAgent): Delegation {
  return {
    spec: tool('delegate', `Let another agent do a task: ${delegates.join(', ') || 'none'}.`, {
      agent_id: { type: 'string' },
      task: {},
    }),
    async *run(input, signal, step) {
      const id = text(input, 'agent_id');
      if (!delegates.includes(id))
        return { observation: `Refused: delegate to one of: ${delegates.join(', ') || 'none'}. Nothing was done.` };
      const { observation, output } = yield* run(id, input.task, signal, step);
      const reply = { observation: cut(observation) };
      if (input.decision !== 'done' || output === undefined) return reply;
      return { ...reply, end: { state: 'delegate', reason: `handed to ${id}`, output } };
    },
  };
}
