import { createHash } from 'node:crypto';
import { clip, clipRecord } from '../core/clip.ts';
import { detectStepLoop } from '../core/loop-detector.ts';
import type { AgentDefinition } from '../schema/agent.ts';
import type { Conversation } from '../schema/conversation.ts';
import type { EventOf, PawlEvent } from '../schema/event.ts';
import type { Message } from '../schema/message.ts';
import { type Action, type ActionResult, text } from './action.ts';
import { type Answer, ask, type Thinking } from './ask.ts';
import { misfit } from './check-input.ts';
import { type Due, dueIn, restore } from './talk.ts';

export interface Job {
  run: string;
  agent: AgentDefinition;
  task: string | null;
  attempt: number | null;
  prompt: string;
  actions: Action[];
  max_steps: number;
  max_tokens: number;
  /** What an earlier process left behind. */
  resume: Conversation | null;
  outcome: EventOf<'agent.finished'> | null;
  /** The tree of the workspace after a step that changed files. */
  snapshot: () => Promise<string | null>;
}

export interface Outcome {
  state: EventOf<'agent.finished'>['state'];
  /** Why it ended where no action said so. */
  cause: 'action' | 'step_limit' | 'step_loop' | 'fault' | 'budget';
  reason: string;
  output: unknown;
}

/**
 * Thought, action, observation, until an action ends it or a limit does. Every step is in the journal before the next
 * one begins; a resumed conversation goes on exactly where it stood, without repeating a finished call or step.
 */
export async function* react(job: Job, thinking: Thinking, signal: AbortSignal): AsyncGenerator<PawlEvent, Outcome> {
  if (job.outcome) return endedAs(job.outcome, thinking);
  const opening: Message[] = [
    { role: 'system', text: job.agent.instructions },
    { role: 'user', text: job.prompt },
  ];
  const messages = job.resume ? await restore(job.resume, thinking.blobs) : opening;
  const prompt_ref = job.resume?.prompt_ref ?? (await thinking.blobs.put(JSON.stringify(opening)));
  const asker = { run: job.run, role: job.agent.id, task: job.task, attempt: job.attempt, prompt_ref };
  const tools = job.actions.map((action) => action.spec);
  const keys = [...(job.resume?.keys ?? [])];
  let steps = job.resume?.steps ?? 0;
  if (job.resume?.over) return yield* close(job, await endingOf(messages, job.actions, signal), thinking);

  for (;;) {
    signal.throwIfAborted();
    if (steps >= job.max_steps) return yield* close(job, limitReached(job.max_steps), thinking);
    const due = dueIn(messages);
    if (due.kind === 'model') {
      const answer: Answer = yield* ask(thinking, asker, { messages, tools, max_tokens: job.max_tokens }, signal);
      if (!answer.ok)
        return yield* close(
          job,
          { state: 'blocked', cause: answer.why, reason: answer.reason, output: null },
          thinking,
        );
      messages.push(answer.message);
      continue;
    }

    const done = await act(due, job.actions, signal);
    signal.throwIfAborted(); // What was cut short is no step.
    const tree = done.result.changed ? await job.snapshot() : null;
    keys.push(hash(`${done.name}\n${JSON.stringify(done.key)}\n${done.result.observation}\n${tree ?? ''}`));
    const circling = done.result.end ? null : detectStepLoop(keys);
    const observation = circling === 'nudge' ? `${done.result.observation}\n${nudge}` : done.result.observation;
    const reply: Message =
      due.kind === 'call'
        ? { role: 'tool', id: due.call.id, name: due.call.name, text: observation }
        : { role: 'user', text: observation };
    messages.push(reply);
    steps += 1;
    yield {
      type: 'agent.step',
      agent: job.agent.id,
      task: job.task,
      attempt: job.attempt,
      step: steps,
      thought: clip(done.thought, 1200),
      action: clip(done.name, 80),
      action_input: clipRecord(done.key, 2000),
      observation: clip(observation, 2000),
      ...reflect(done.result, circling),
      tree,
      result_ref: await thinking.blobs.put(JSON.stringify(reply)),
      key: keys.at(-1) ?? '',
    };
    if (done.result.end) return yield* close(job, { ...done.result.end, cause: 'action' }, thinking);
    if (circling === 'end') return yield* close(job, circles, thinking);
  }
}

const nudge = 'You have done exactly this three times with the same result. Do something else, or hand over.';

interface Done {
  name: string;
  thought: string;
  key: Record<string, unknown>;
  result: ActionResult;
}

async function act(due: Exclude<Due, { kind: 'model' }>, actions: Action[], signal: AbortSignal): Promise<Done> {
  if (due.kind === 'no_call') {
    return { name: 'none', thought: due.text, key: {}, result: { observation: `Call one of: ${names(actions)}.` } };
  }
  const { name, input } = due.call;
  if (typeof input === 'string') {
    return {
      name,
      thought: '',
      key: { raw: input },
      result: { observation: 'The arguments were not a JSON object. Nothing was done.' },
    };
  }
  const { thought: _thought, ...key } = input;
  const thought = text(input, 'thought');
  const action = actions.find((candidate) => candidate.spec.name === name);
  const refuse = (observation: string): Done => ({ name, thought, key, result: { observation } });
  if (!action) return refuse(`There is no tool ${clip(name, 60)}. Call one of: ${names(actions)}.`);
  const fault = thought.trim() ? misfit(input, action.spec.parameters) : 'thought is missing';
  if (fault) return refuse(`Refused: ${fault}. Nothing was done.`);
  return { name, thought, key, result: await action.run(input, signal) };
}

/** The developer's own reflection is its next thought; what can be told now is told from what happened. */
function reflect(
  result: ActionResult,
  circling: 'nudge' | 'end' | null,
): Pick<EventOf<'agent.step'>, 'reflection' | 'decision' | 'reason'> {
  const reflection = clip(result.observation.split('\n')[0] ?? '', 300);
  if (circling === 'end') return { reflection, decision: 'escalate', reason: 'it repeats the same steps' };
  if (!result.end)
    return {
      reflection,
      decision: 'continue',
      reason: circling === 'nudge' ? 'it was told that it repeats itself' : 'not finished',
    };
  return {
    reflection,
    decision: result.end.state === 'done' ? 'done' : 'escalate',
    reason: clip(result.end.reason, 300),
  };
}

const circles: Outcome = { state: 'escalate', cause: 'step_loop', reason: 'it repeats the same steps', output: null };
const limitReached = (steps: number): Outcome => ({
  state: 'escalate',
  cause: 'step_limit',
  reason: `${steps} steps are used`,
  output: null,
});

/** The ending that the last recorded step came to: endings do nothing but say so, and can be asked again. */
async function endingOf(messages: Message[], actions: Action[], signal: AbortSignal): Promise<Outcome> {
  const due = dueIn(messages.slice(0, -1));
  const done =
    due.kind === 'model'
      ? null
      : await act(
          due,
          actions.filter((action) => action.ends),
          signal,
        );
  return done?.result.end ? { ...done.result.end, cause: 'action' } : circles;
}

async function* close(job: Job, outcome: Outcome, { blobs }: Thinking): AsyncGenerator<PawlEvent, Outcome> {
  const whole = JSON.stringify(outcome.output ?? null);
  yield {
    type: 'agent.finished',
    agent: job.agent.id,
    task: job.task,
    attempt: job.attempt,
    state: outcome.state,
    reason: clip(outcome.reason, 1200),
    cause: outcome.cause,
    output: whole.length > 1000 ? null : (outcome.output ?? null),
    output_ref: await blobs.put(whole),
    verification: [],
  };
  return outcome;
}

/** The outcome that the closing record tells of. */
async function endedAs(
  { state, cause, reason, output_ref }: EventOf<'agent.finished'>,
  { blobs }: Thinking,
): Promise<Outcome> {
  return { state, cause, reason, output: JSON.parse(await blobs.text(output_ref)) };
}

const names = (actions: Action[]): string => actions.map((action) => action.spec.name).join(', ');
const hash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
