import { ConfigError } from '../../ports/errors.ts';
import type { Room } from '../room.ts';
import { consult as ask, promptFrom, type Thinkers } from '../think.ts';

/** Asks one agent with the input of the run, including every answer that a person has given so far. */
export const consult: Room<'consult', keyof Thinkers> = async function* ({ agent: id, round }, context, world) {
  const { state } = context;
  const agent = Object.hasOwn(world.agents, id) ? world.agents[id] : undefined;
  if (!agent) throw new ConfigError(`the agent ${id} no longer exists`);
  const input: Record<string, unknown> = JSON.parse(await world.blobs.text(state.request_ref));
  const answers = state.answers.map(
    ({ question, text }) => `# A person was asked\n${question}\n\n# The answer\n${text}`,
  );
  const prompt = [promptFrom(input), ...answers].join('\n\n');
  yield* ask(agent, { input, prompt, commit: state.base, task: null, round }, context, world, []);
};
