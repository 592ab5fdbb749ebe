import { createHash } from 'node:crypto';
import { clip, clipRecord } from '../core/clip.ts';
import { detectStepLoop } from '../core/task/loop-detector.ts';
import type { PawlEvent } from '../schema/event.ts';
import type { Message } from '../schema/message.ts';
import { accept, acceptedAs } from './acceptance.ts';
import { act, type Done } from './act.ts';
import { type Action, type Delegation, text } from './action.ts';
import { type Answer, ask, type Thinking } from './ask.ts';
import { circlesIn } from './circles.ts';
import type { Job } from './job.ts';
import { close, endedAs, type Outcome } from './outcome.ts';
import { cites, type Reflected, reflecting, reflectionIn, unreflected } from './reflection.ts';
import { dueIn, messagesOf, restore, type Talk, type Turn } from './talk.ts';

export type { Outcome } from './outcome.ts';

/** A step that was taken and is not in the journal yet: the reflection on it comes with the model's next words. */
interface Taken {
  done: Done;
  reply: Message;
  tree: string | null;
  key: string;
  turn: Turn;
  circling: 'nudge' | 'end' | null;
  /** The end, where the steps come to one. */
  circles: Outcome | null;
}

/**
 * Thought, action, observation, reflection and decision, until an action ends it or a limit does. Every step is in the
 * journal before the one after the next begins; a resumed conversation goes on where it stood, without repeating a
 * finished call or step.
 */
export async function* react(job: Job, thinking: Thinking, signal: AbortSignal): AsyncGenerator<PawlEvent, Outcome> {
  if (job.outcome) return endedAs(job.outcome, thinking);
  const opening: Message[] = [
    { role: 'system', text: job.agent.instructions },
    { role: 'user', text: job.prompt },
  ];
  const talk: Talk = job.resume ? await restore(job.resume, thinking.blobs) : { opening, turns: [] };
  const prompt_ref = job.resume?.prompt_ref ?? (await thinking.blobs.put(JSON.stringify(opening)));
  const asker = { run: job.run, role: job.agent.id, task: job.task, attempt: job.attempt, prompt_ref };
  const told = (action: Action | Delegation) =>
    job.reflects && !action.ends ? reflecting(action.spec, true) : action.spec;
  const tools = job.actions.map(told);
  const keys = [...(job.resume?.keys ?? [])];
  const held: Taken[] = [];
  let steps = job.resume?.steps ?? 0;
  if (job.resume?.over) return yield* close(job, yield* endingOf(job, talk, steps, signal), thinking);

  for (;;) {
    signal.throwIfAborted();
    const due = dueIn(talk);
    const next = due.kind === 'model' ? undefined : talk.turns[talk.turns.indexOf(due.turn) + 1];
    if (steps + held.length >= job.max_steps) {
      yield* tellAll(derived);
      return yield* close(job, limitReached(job.max_steps), thinking);
    }
    if (due.kind === 'model') {
      const request = { messages: messagesOf(talk), tools, max_tokens: job.max_tokens };
      const answer: Answer = yield* ask(thinking, asker, request, signal);
      if (!answer.ok) {
        yield* tellAll(derived);
        const { why: cause, reason } = answer;
        return yield* close(job, { state: 'blocked', cause, reason, output: null, verification: [] }, thinking);
      }
      talk.turns.push({ message: answer.message, answers: [] });
      yield* tellAll(() => reflectionIn(answer.message));
      continue;
    }

    const before = talk.turns[talk.turns.indexOf(due.turn) - 1];
    const said = reflectionIn(due.turn.message);
    const reflects = job.reflects && before !== undefined && due.turn.answers.length === 0;
    if (reflects && said.decision === 'escalate') return yield* close(job, asksToStop(said), thinking);
    const returned = reflects && isUncritical(talk, before, due.turn);
    const step = steps + held.length + 1;
    const done = returned ? sentBack(due.turn) : yield* act(due, { actions: job.actions, step }, signal);
    signal.throwIfAborted(); // What was cut short is no step.
    if (done.output !== undefined) done.result = yield* accept(job, talk, done.output, thinking, signal);
    const tree = done.result.changed ? await job.snapshot() : null;
    const key = hash(`${done.name}\n${JSON.stringify(done.key)}\n${done.result.observation}\n${tree ?? ''}`);
    keys.push(key);
    const circling = done.result.end ? null : (detectStepLoop(keys)?.call ?? null);
    const observation = circling === 'nudge' ? `${done.result.observation}\n${nudge}` : done.result.observation;
    const reply: Message =
      due.kind === 'call'
        ? { role: 'tool', id: due.call.id, name: due.call.name, text: observation }
        : { role: 'user', text: observation };
    due.turn.answers.push(reply);
    const circles = circling === 'end' ? circlesIn(keys, talk) : null;
    held.push({
      done: { ...done, result: { ...done.result, observation } },
      reply,
      tree,
      key,
      turn: due.turn,
      circling,
      circles,
    });
    const waits = job.reflects && !returned && !done.result.end && circling !== 'end';
    if (next) yield* tellAll(() => reflectionIn(next.message));
    else if (!waits) yield* tellAll(derived);
    if (done.result.end) return yield* close(job, { cause: 'action', verification: [], ...done.result.end }, thinking);
    if (circles) return yield* close(job, circles, thinking);
  }

  async function* tellAll(reflect: (taken: Taken) => Reflected): AsyncGenerator<PawlEvent, void> {
    for (const taken of held.splice(0)) {
      const { done, reply, tree, key } = taken;
      const { reflection, decision, reason } = toldBy(taken, reflect);
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
        observation: clip(done.result.observation, 2000),
        reflection: clip(reflection, 800),
        decision,
        reason: clip(reason, 300),
        tree,
        result_ref: await thinking.blobs.put(JSON.stringify(reply)),
        key,
      };
    }
  }
}

const nudge = 'You have done exactly this three times with the same result. Do something else, or hand over.';
const uncritical =
  'Returned: the reflection cites nothing that was observed. Say what the observation shows and what is missing. Nothing was done.';

const isAnswered = ({ message, answers }: Turn): boolean => answers.length >= Math.max(1, message.calls.length);

/** What is said of several steps at once decides after the last of them. */
function toldBy(taken: Taken, reflect: (taken: Taken) => Reflected): Reflected {
  if (taken.done.result.end || taken.circles) return derived(taken);
  const told = reflect(taken);
  const last = isAnswered(taken.turn) && taken.turn.answers.at(-1) === taken.reply;
  return last ? told : { ...told, decision: 'continue' };
}

/** Only once: a model that cannot do better must not be kept from working. */
function isUncritical(talk: Talk, before: Turn, turn: Turn): boolean {
  const { reflection, given } = reflectionIn(turn.message);
  if (!given) return false;
  const told = talk.turns.some(({ answers }) => answers.some((answer) => answer.text === uncritical));
  const seen = talk.turns.slice(0, talk.turns.indexOf(turn)).flatMap(({ answers }) => answers.map(({ text }) => text));
  return !told && !cites(reflection, [...seen, JSON.stringify(before.message.calls)].join('\n'));
}

function sentBack({ message }: Turn): Done {
  const [call] = message.calls;
  const input = typeof call?.input === 'object' ? call.input : {};
  const key = unreflected(input);
  return { name: call?.name ?? 'none', thought: text(input, 'thought'), key, result: { observation: uncritical } };
}

/** What can be told from what happened, where nobody says more. */
function derived({ done: { result }, circling, circles }: Taken): Reflected {
  const reflection = result.observation.split('\n')[0] ?? '';
  if (circles) return { reflection, decision: 'escalate', reason: circles.reason };
  const going = circling === 'nudge' ? 'it was told that it repeats itself' : 'not finished';
  if (!result.end) return { reflection, decision: 'continue', reason: going };
  const stopped = result.end.state === 'escalate' || result.end.state === 'blocked';
  return { reflection, decision: stopped ? 'escalate' : 'done', reason: result.end.reason };
}

const limitReached = (steps: number): Outcome => ({
  state: 'escalate',
  cause: 'step_limit',
  reason: `${steps} steps are used`,
  output: null,
  verification: [],
});
const asksToStop = ({ reason }: Reflected): Outcome => ({
  state: 'escalate',
  cause: 'action',
  reason,
  output: null,
  verification: [],
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
  const done = yield* act({ kind: 'call', call, turn }, { actions, step }, signal);
  const end = done.output === undefined ? done.result.end : await acceptedAs(job, talk, done.output);
  return end ? { cause: 'action', verification: [], ...end } : circles;
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
