import { clip } from '../../core/clip.ts';
import type { ToolSpec } from '../../schema/agents/message.ts';
import type { PawlEvent } from '../../schema/run/event.ts';
import { type Action, type ActionResult, type Delegation, text } from '../action.ts';
import { misfit } from '../output/check-input.ts';
import { reflecting, unreflected } from './reflection.ts';
import type { Due } from './talk.ts';

/** What came of one thing that the model asked for. */
export interface ActionOutcome {
  name: string;
  thought: string;
  /** The input without its thought and what reflects on the step before: what the loop detector compares. */
  key: Record<string, unknown>;
  result: ActionResult;
  /** What it offers as its contract's output, to be verified before it is accepted. */
  output?: Record<string, unknown>;
}

/**
 * Does what is due, or says why not. What the model asked wrongly is an observation. `strict`: nothing is done without a
 * thought; otherwise the words beside a call are its thought.
 */
export async function* act(
  due: Exclude<Due, { kind: 'model' }>,
  { actions, step, strict }: { actions: (Action | Delegation)[]; step: number; strict: boolean },
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, ActionOutcome> {
  if (due.kind === 'no_call') {
    return { name: 'none', thought: due.text, key: {}, result: { observation: `Call one of: ${names(actions)}.` } };
  }
  const { name, input } = due.call;
  if (typeof input === 'string') {
    const observation = 'The arguments were not a JSON object. Nothing was done.';
    return { name, thought: '', key: { raw: input }, result: { observation } };
  }
  const action = actions.find((candidate) => candidate.spec.name === name);
  const { thought: _thought, ...whole } = input;
  const key = action?.ends ? whole : unreflected(input);
  const thought = text(input, 'thought').trim() || strict ? text(input, 'thought') : due.turn.message.text;
  const refuse = (observation: string): ActionOutcome => ({ name, thought, key, result: { observation } });
  if (!action) return refuse(`There is no tool ${clip(name, 60)}. Call one of: ${names(actions)}.`);
  const spec = action.ends ? action.spec : reflecting(action.spec);
  // What a contract's output lacks is told by its verification, all at once.
  const isLenient = action.looks || (action.ends && !action.contract);
  const ignored = isLenient ? Object.keys(whole).filter((parameter) => !isParameter(parameter, spec)) : [];
  const given = Object.fromEntries(Object.entries(input).filter(([parameter]) => !ignored.includes(parameter)));
  const unfit = () => (action.contract ? null : misfit({ ...given, thought }, spec.parameters));
  const fault = strict && !thought.trim() ? 'thought is missing' : unfit();
  if (fault) return refuse(`Refused: ${fault}. Nothing was done.`);
  if (action.contract) return { name, thought, key, result: { observation: '' }, output: key };
  const running = action.run(given, signal, step);
  const result = Symbol.asyncIterator in running ? yield* running : await running;
  if (ignored.length === 0) return { name, thought, key, result };
  const note = `Ignored, because ${name} has no such parameter: ${clip(ignored.join(', '), 200)}.`;
  return { name, thought, key, result: { ...result, observation: `${result.observation}\n${note}` } };
}

const isParameter = (name: string, { parameters: { properties } }: ToolSpec): boolean =>
  Object.hasOwn(properties as object, name);

const names = (actions: { spec: { name: string } }[]): string => actions.map((action) => action.spec.name).join(', ');
