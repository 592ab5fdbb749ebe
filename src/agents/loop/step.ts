import { createHash } from 'node:crypto';
import { clip, clipRecord } from '../../core/clip.ts';
import { detectStepLoop } from '../../core/task/loop-detector.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Message } from '../../schema/agents/message.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { ActionOutcome } from './act.ts';
import { circlesIn } from './circles.ts';
import type { Job } from './job.ts';
import type { Outcome } from './outcome.ts';
import type { Reflected } from './reflection.ts';
import type { Due, Talk, Turn } from './talk.ts';

/** A step that was taken and is not in the journal yet: the reflection on it comes with the model's next words. */
export interface TakenStep {
  outcome: ActionOutcome;
  reply: Message;
  tree: string | null;
  key: string;
  turn: Turn;
  course: Course;
}

/** What a step leads to: the next one, the next one with a warning that it repeats itself, or the end. */
type Course = { leads: 'on' | 'on_warned' } | { leads: 'to_end'; outcome: Outcome };

const nudge = 'You have done exactly this three times with the same result. Do something else, or hand over.';

/** Answers what was due, in `talk`, and adds the step's key to `keys`, in which steps that repeat are seen. */
export function completeStep(
  due: Exclude<Due, { kind: 'model' }>,
  outcome: ActionOutcome,
  tree: string | null,
  { talk, keys }: { talk: Talk; keys: string[] },
): TakenStep {
  const { name, result } = outcome;
  const key = hash(`${name}\n${JSON.stringify(outcome.key)}\n${result.observation}\n${tree ?? ''}`);
  keys.push(key);
  const circling = result.end ? null : (detectStepLoop(keys)?.call ?? null);
  const observation = circling === 'nudge' ? `${result.observation}\n${nudge}` : result.observation;
  const reply: Message =
    due.kind === 'call'
      ? { role: 'tool', id: due.call.id, name: due.call.name, text: observation }
      : { role: 'user', text: observation };
  due.turn.answers.push(reply);
  const mark = result.mark ?? (result.failed && ({ kind: 'failed', what: result.failed } as const));
  if (mark) talk.marks.set(reply, mark);
  const observed = { ...outcome, result: { ...result, observation, ...(mark && { mark }) } };
  return { outcome: observed, reply, tree, key, turn: due.turn, course: course() };

  function course(): Course {
    if (result.end) return { leads: 'to_end', outcome: { cause: 'action', verification: [], ...result.end } };
    if (circling === 'end') return { leads: 'to_end', outcome: circlesIn(keys, talk) };
    return { leads: circling === 'nudge' ? 'on_warned' : 'on' };
  }
}

/** What is said of several steps at once decides after the last of them; an end speaks for itself. */
export function reflectedOn(step: TakenStep, reflected: Reflected | null): Reflected {
  if (reflected === null || step.course.leads === 'to_end') return derived(step);
  const { message, answers } = step.turn;
  const last = answers.length >= Math.max(1, message.calls.length) && answers.at(-1) === step.reply;
  return last ? reflected : { ...reflected, decision: 'continue' };
}

/** What can be told from what happened, where nobody says more. */
function derived({ outcome, course }: TakenStep): Reflected {
  const [reflection = ''] = outcome.result.observation.split('\n');
  switch (course.leads) {
    case 'on':
      return { reflection, decision: 'continue', reason: 'not finished' };
    case 'on_warned':
      return { reflection, decision: 'continue', reason: 'it was told that it repeats itself' };
    case 'to_end': {
      const { state, reason } = course.outcome;
      return { reflection, decision: state === 'escalate' || state === 'blocked' ? 'escalate' : 'done', reason };
    }
  }
}

/** The step as the journal has it. */
export async function stepEvent(
  { agent, task, attempt }: Pick<Job, 'agent' | 'task' | 'attempt'>,
  number: number,
  { outcome, reply, tree, key }: TakenStep,
  { reflection, decision, reason }: Reflected,
  blobs: Blobs,
): Promise<EventOf<'agent.step'>> {
  return {
    type: 'agent.step',
    agent: agent.id,
    task,
    attempt,
    step: number,
    thought: clip(outcome.thought, 1200),
    action: clip(outcome.name, 80),
    action_input: clipRecord(outcome.key, 2000),
    observation: clip(outcome.result.observation, 2000),
    reflection: clip(reflection, 800),
    decision,
    reason: clip(reason, 300),
    tree,
    result_ref: await blobs.put(JSON.stringify(reply)),
    key,
    mark: outcome.result.mark ?? null,
  };
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
