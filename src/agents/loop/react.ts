import type { Message } from '../../schema/agents/message.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import { ask, type Thinking } from '../ask.ts';
import { accept, acceptedAs } from '../output/acceptance.ts';
import { type ActionOutcome, act } from './act.ts';
import { circlesIn } from './circles.ts';
import type { Job } from './job.ts';
import { failedIn } from './marks.ts';
import { close, endedAs, type Outcome } from './outcome.ts';
import { type Reflected, reflecting, reflectionIn } from './reflection.ts';
import { completeStep, reflectedOn, stepEvent, type TakenStep } from './step.ts';
import { type Due, dueIn, messagesOf, newTalk, restore, type Talk } from './talk.ts';

export type { Outcome } from './outcome.ts';

/** What happens next in a conversation. */
type Move = { do: 'end'; outcome: Outcome } | { do: 'ask' } | { do: 'act'; due: Exclude<Due, { kind: 'model' }> };

/**
 * Repeats thought, action, observation, reflection and decision until an action or a limit ends the work. Every step is
 * in the journal before the next one begins; a resumed conversation continues after the last recorded call or step.
 */
export async function* react(job: Job, thinking: Thinking, signal: AbortSignal): AsyncGenerator<PawlEvent, Outcome> {
  if (job.outcome) return endedAs(job.outcome, thinking);
  const { talk, prompt_ref } = await opened(job, thinking);
  const keys = [...(job.resume?.keys ?? [])];
  let recorded = job.resume?.steps ?? 0;
  /** Taken, and waiting for what the model says of them. */
  const unrecorded: TakenStep[] = [];
  if (job.resume?.over) return yield* close(job, yield* endingOf(job, talk, recorded, signal), thinking);

  for (;;) {
    signal.throwIfAborted();
    const move = nextMove(job, talk, recorded + unrecorded.length);
    switch (move.do) {
      case 'end':
        yield* record(null);
        return yield* close(job, move.outcome, thinking);

      case 'ask': {
        const answer = yield* askModel();
        if (!answer.ok) {
          yield* record(null);
          return yield* close(job, ended('blocked', answer.why, answer.reason), thinking);
        }
        talk.turns.push({ message: answer.message, answers: [] });
        yield* record(reflectionIn(answer.message));
        break;
      }

      case 'act': {
        const { course, turn } = yield* takeStep(move);
        const later = talk.turns[talk.turns.indexOf(turn) + 1];
        const awaited = job.reflects && course.leads !== 'to_end';
        if (later) yield* record(reflectionIn(later.message));
        else if (!awaited) yield* record(null);
        if (course.leads === 'to_end') return yield* close(job, course.outcome, thinking);
      }
    }
  }

  function askModel() {
    const asker = { run: job.run, role: job.agent.id, task: job.task, attempt: job.attempt, prompt_ref };
    const tools = job.actions.map(({ spec, ends }) => (job.reflects && !ends ? reflecting(spec) : spec));
    return ask(thinking, asker, { messages: messagesOf(talk), tools, max_tokens: job.max_tokens }, signal);
  }

  async function* takeStep({ due }: Extract<Move, { do: 'act' }>): AsyncGenerator<PawlEvent, TakenStep> {
    const number = recorded + unrecorded.length + 1;
    const outcome = yield* act(due, { actions: job.actions, step: number, strict: job.reflects }, signal);
    signal.throwIfAborted(); // What was cut short is no step.
    if (!job.reflects && outcome.result.end?.state === 'done' && failedIn(due.turn, talk))
      outcome.result = unseenFailure;
    if (outcome.output !== undefined) outcome.result = yield* accept(job, talk, outcome.output, thinking, signal);
    const tree = outcome.result.changed ? await job.snapshot() : null;
    const step = completeStep(due, outcome, tree, { talk, keys });
    unrecorded.push(step);
    return step;
  }

  /** Puts into the journal what was taken, with what the model said of it, where it did. */
  async function* record(reflected: Reflected | null): AsyncGenerator<PawlEvent, void> {
    for (const step of unrecorded.splice(0)) {
      recorded += 1;
      yield await stepEvent(job, recorded, step, reflectedOn(step, reflected), thinking.blobs);
    }
  }
}

/** The instructions that every agent with reflections gets in addition to its own file. */
export const whenToAsk = `## When to ask
Decide \`escalate\` and say why, rather than guess, where
- two readings are left open, and they differ in what matters;
- it takes a business or strategic decision;
- there is a security risk that you were not asked to look for;
- what is asked conflicts with a constraint that stands;
- information that everything depends on is missing.`;

async function opened(job: Job, { blobs }: Thinking): Promise<{ talk: Talk; prompt_ref: string }> {
  if (job.resume) return { talk: await restore(job.resume, blobs), prompt_ref: job.resume.prompt_ref };
  const opening: Message[] = [
    { role: 'system', text: job.reflects ? `${job.agent.instructions}\n\n${whenToAsk}` : job.agent.instructions },
    { role: 'user', text: job.prompt },
  ];
  return { talk: newTalk(opening), prompt_ref: await blobs.put(JSON.stringify(opening)) };
}

function nextMove(job: Job, talk: Talk, steps: number): Move {
  if (steps >= job.max_steps)
    return { do: 'end', outcome: ended('escalate', 'step_limit', `${job.max_steps} steps are used`) };
  const due = dueIn(talk);
  if (due.kind === 'model') return { do: 'ask' };
  const before = talk.turns[talk.turns.indexOf(due.turn) - 1];
  const reflects = job.reflects && before !== undefined && due.turn.answers.length === 0;
  if (!reflects) return { do: 'act', due };
  const reflected = reflectionIn(due.turn.message);
  if (reflected.decision === 'escalate') return { do: 'end', outcome: asksToStop(reflected) };
  return { do: 'act', due };
}

const unseenFailure: ActionOutcome['result'] = {
  observation: 'Not finished: a call before this one in the same turn failed. Look at its result first.',
  mark: { kind: 'unfinished' },
};

const asksToStop = ({ reason }: Reflected): Outcome => ended('escalate', 'action', reason);

const ended = (state: Outcome['state'], cause: Outcome['cause'], reason: string): Outcome => ({
  ...{ state, cause, reason },
  ...{ output: null, verification: [] },
});

/**
 * The ending that the last recorded step came to: endings do nothing but say so, and can be asked again; so can an agent
 * that has ended.
 */
async function* endingOf(job: Job, talk: Talk, step: number, signal: AbortSignal): AsyncGenerator<PawlEvent, Outcome> {
  const turn = talk.turns.findLast(({ answers }) => answers.length > 0);
  const call = turn?.message.calls[turn.answers.length - 1];
  const later = turn && talk.turns[talk.turns.indexOf(turn) + 1];
  if (later && reflectionIn(later.message).decision === 'escalate') return asksToStop(reflectionIn(later.message));
  const circles = circlesIn(job.resume?.keys ?? [], talk);
  if (!turn || !call) return circles;
  const actions = job.actions.filter(({ ends, spec }) => ends || spec.name === 'delegate');
  const outcome = yield* act({ kind: 'call', call, turn }, { actions, step, strict: job.reflects }, signal);
  const end = outcome.output === undefined ? outcome.result.end : await acceptedAs(job, talk, outcome.output);
  return end ? { cause: 'action', verification: [], ...end } : circles;
}
