import type { AgentDefinition } from '../../schema/agents/agent.ts';
import type { Conversation } from '../../schema/agents/conversation.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Action, Delegation } from '../action.ts';
import type { Look } from '../output/verification.ts';

/** What an agent is given to do. */
export interface Job {
  run: string;
  agent: AgentDefinition;
  task: string | null;
  attempt: number | null;
  prompt: string;
  /** The data that its contract asks for. */
  input: Record<string, unknown>;
  actions: (Action | Delegation)[];
  /** A role agent tells with each call what the last observation was worth; the developer's next thought tells it. */
  reflects: boolean;
  /** The files that its output may speak of. */
  look: Look;
  /** What else is wrong with an output, beside its contract: what whoever asked knows. */
  check?: (output: unknown) => string[];
  max_steps: number;
  max_tokens: number;
  /** What an earlier process left behind. */
  resume: Conversation | null;
  /** The same of the second pass over its output. */
  checked: Conversation | null;
  outcome: EventOf<'agent.finished'> | null;
  /** The tree of the workspace after a step that changed files. */
  snapshot: () => Promise<string | null>;
}
