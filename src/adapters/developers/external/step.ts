import { createHash } from 'node:crypto';
import { clip, clipRecord } from '../../../core/clip.ts';
import type { Assignment } from '../../../ports/outside/developer.ts';
import type { Blobs } from '../../../ports/state/blobs.ts';
import type { Message } from '../../../schema/agents/message.ts';
import type { EventOf } from '../../../schema/run/event.ts';

/** One thing that an external agent did, as far as it told. */
export interface AgentStep {
  thought: string;
  action: string;
  input: Record<string, unknown>;
  observation: string;
}

type Step = EventOf<'agent.step'>;

/** What the step loop detector compares. Of a step that tells nothing but its name nobody knows whether it is the same. */
export function keyOf({ action, input, observation }: AgentStep, number: number): string {
  const mute = observation === '' && Object.keys(input).length < 2;
  const text = `${action}\n${JSON.stringify(input)}\n${observation}\n${mute ? number : ''}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * No step names a tree: an attempt that is interrupted cannot go on in the middle of somebody else's conversation, and
 * begins again where it began. Its steps are numbered on.
 */
export async function stepEvent(
  { task, attempt, resume }: Assignment,
  number: number,
  agentStep: AgentStep,
  end: Pick<Step, 'decision' | 'reason'>,
  blobs: Blobs,
): Promise<Step> {
  const step = (resume?.steps ?? 0) + number;
  const { thought, action, input, observation } = agentStep;
  const text = [thought, observation].filter((part) => part.trim() !== '').join('\n\n');
  const result: Message = { role: 'tool', id: `${step}`, name: action, text };
  return {
    type: 'agent.step',
    agent: 'developer',
    task,
    attempt,
    step,
    thought: clip(thought, 1200),
    action: clip(action, 80),
    action_input: clipRecord(input, 2000),
    observation: clip(observation, 2000),
    reflection: clip(observation.split('\n')[0] ?? '', 800),
    decision: end.decision,
    reason: clip(end.reason, 300),
    tree: null,
    result_ref: await blobs.put(JSON.stringify(result)),
    key: keyOf(agentStep, number),
  };
}
