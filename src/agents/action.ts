import type { ToolSpec } from '../schema/agents/message.ts';
import type { StepMark } from '../schema/agents/step-mark.ts';
import type { EventOf, PawlEvent } from '../schema/run/event.ts';

/** The result of an action. `end` ends the agent's work. */
export interface ActionResult {
  observation: string;
  /** Files may have changed. */
  changed?: boolean;
  /** Nothing was done, or a command ended badly: what was to come after it may not be right. */
  failed?: 'undone' | 'command';
  /** What later steps have to know of it, also in another process. */
  mark?: StepMark;
  end?: {
    state: EventOf<'agent.finished'>['state'];
    reason: string;
    output: unknown;
    verification?: string[];
  };
}

/** One thing that an agent can do. */
export interface Action {
  spec: ToolSpec;
  /** It changes nothing: parameters that it does not have are ignored. One that writes or runs refuses them. */
  looks?: true;
  /** It only says that the work is over: running it again changes nothing. */
  ends?: true;
  /** Its input is the contract's output: the loop verifies it instead of running this. */
  contract?: true;
  /** The input fits the spec. Never throws for what the model asked: that is an observation. */
  run(input: Record<string, unknown>, signal: AbortSignal, step?: number): Promise<ActionResult>;
}

/**
 * An action that another agent performs; it yields that agent's events while it works. If the same step is repeated
 * after a crash, it continues that agent's work, or returns its result if it had ended.
 */
export interface Delegation extends Omit<Action, 'run'> {
  run(input: Record<string, unknown>, signal: AbortSignal, step?: number): AsyncGenerator<PawlEvent, ActionResult>;
}

/** A tool as models see it: every action needs a thought first, and there are no other parameters. */
export function tool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  optional: string[] = [],
): ToolSpec {
  const all = { thought: { type: 'string' }, ...properties };
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: all,
      required: Object.keys(all).filter((key) => !optional.includes(key)),
      additionalProperties: false,
    },
  };
}

export const text = (input: Record<string, unknown>, key: string): string =>
  typeof input[key] === 'string' ? input[key] : '';
