import type { Answer, Script, ServedRequest } from '../../../src/faces/demo/model-server.ts';
import { ofType } from './contract.ts';
import type { Call } from './model.ts';
import type { Ended, Place } from './place.ts';
import { type Setting, setting } from './single.ts';

const cycle =
  '## REACT_CYCLE\n### Typical thoughts\n- t\n### Specific actions\n### Done criteria\n- d\n### Escalation triggers\n- e\n';

/** An agent whose contract takes a question and gives an answer; `more` is further front matter. */
export const agentFile = (id: string, actions: string, more = ''): string => `---
id: ${id}
description: Answers.
contract:
  input: { type: object, required: [question], properties: { question: { type: string } } }
  output: { type: object, required: [answer], properties: { answer: { type: string }, file: { type: string }, line: { type: integer } } }
${more.startsWith('  ') ? more : ''}actions: [${actions}]
${more.startsWith('  ') ? '' : more}---
You are ${id}.

${cycle}`;

/** A repository with these agents, each under its own name. */
export const withAgents = (agents: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(agents).map(([id, text]) => [`.pawl/agents/${id}.agent.md`, text]));

/** A call with what a role agent says about the step before it. */
export const act = (name: string, input: Record<string, unknown>, reflection?: string): Call => ({
  name,
  input: {
    thought: 'This is what comes next.',
    ...input,
    ...(reflection === undefined ? {} : { reflection, decision: 'continue', reason: 'there is more to see' }),
  },
});

export const finish = (output: Record<string, unknown>): Call => act('finish', output);

/** Every agent by its name, `check` for the second look at an output, and `other` for everybody else. */
export const playing =
  (parts: Record<string, (request: ServedRequest) => Answer>): Script =>
  (request) => {
    const system = JSON.stringify(request.messages[0]);
    const checks = system.includes('Judge whether an output keeps its constraints');
    const named = Object.entries(parts).find(([id]) => system.includes(`You are ${id}.`))?.[1];
    const part = checks ? parts.check : (named ?? parts.other);
    if (!part) throw new Error(`nobody plays ${system.slice(0, 200)}`);
    return part(request);
  };

/** What was observed in the conversation, in its order. */
export const observed = (request: ServedRequest | undefined): string[] =>
  (request?.messages ?? []).filter((message) => message.role === 'tool').map((message) => String(message.content));

/** How the agent that was asked ended, and the steps on the way. */
export const endOf = ({ events }: Ended) => ofType(events, 'agent.finished').at(-1);
export const stepsOf = ({ events }: Ended) => ofType(events, 'agent.step');

export interface Consulted extends Setting {
  ask: (id: string, input?: unknown, ...more: string[]) => Promise<Ended>;
}

/** A repository with agents and a model that plays them. */
export async function consulting(place: Place, script: Script, files: Record<string, string>): Promise<Consulted> {
  const scene = await setting(place, script, {
    files: { 'readme.md': 'one\ntwo\nthree\n', ...files },
    roles: () => null,
  });
  return {
    ...scene,
    ask: (id, input = { question: 'why?' }, ...options) =>
      place.pawl(['agents', 'run', id, '--input', '-', ...scene.here, '--json', ...options], {
        input: typeof input === 'string' ? input : JSON.stringify(input),
      }),
  };
}
