import { clip } from '../../core/clip.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Thinking } from '../ask.ts';
import type { Job } from './job.ts';

/** How an agent ended, with what it has to show for it. */
export interface Outcome {
  state: EventOf<'agent.finished'>['state'];
  /** Why it ended where no action said so. */
  cause: EventOf<'agent.finished'>['cause'];
  reason: string;
  output: unknown;
  verification: string[];
}

export async function* close(
  { agent, task, attempt }: Pick<Job, 'agent' | 'task' | 'attempt'>,
  outcome: Outcome,
  { blobs }: Pick<Thinking, 'blobs'>,
): AsyncGenerator<PawlEvent, Outcome> {
  const whole = JSON.stringify(outcome.output ?? null);
  yield {
    type: 'agent.finished',
    agent: agent.id,
    task,
    attempt,
    state: outcome.state,
    reason: clip(outcome.reason, 1200),
    cause: outcome.cause,
    output: whole.length > 1000 ? null : (outcome.output ?? null),
    output_ref: await blobs.put(whole),
    verification: outcome.verification.slice(0, 8).map((line) => clip(line, 400)),
  };
  return outcome;
}

/** The outcome that the agent's last record describes. */
export async function endedAs(
  { state, cause, reason, output_ref, verification }: EventOf<'agent.finished'>,
  { blobs }: Pick<Thinking, 'blobs'>,
): Promise<Outcome> {
  return { state, cause, reason, output: JSON.parse(await blobs.text(output_ref)), verification };
}
