import type { Answer, Script, ServedRequest } from '../../../src/faces/demo/model-server.ts';

export type Call = { name: string; input: Record<string, unknown> };

const because = 'This is what comes next.';

/** The developer's tools, as a model calls them. */
export const read = (path: string): Call => ({ name: 'read', input: { thought: because, path } });
export const write = (path: string, content: string): Call => ({
  name: 'write',
  input: { thought: because, path, content },
});
/** Past the tools, which refuse what is protected: with a shell. */
export const smuggle = (path: string, content: string): Call => run(`cat > ${path} <<'END'\n${content}END`);
export const run = (command: string): Call => ({ name: 'run', input: { thought: because, command } });
export const handOver = (reason: string): Call => ({ name: 'hand_over', input: { thought: because, reason } });
export const finish = (summary = 'It is done.'): Call => ({ name: 'finish', input: { thought: because, summary } });
export const deliver = (output: Record<string, unknown>): Call => ({
  name: 'finish',
  input: { thought: because, ...output },
});

/** How often the model of this conversation has spoken in it. */
const turnOf = (request: ServedRequest): number =>
  request.messages.filter((message) => message.role === 'assistant').length;

/** What the model was asked in the first place, as text. */
export const promptOf = (request: ServedRequest): string => {
  const first = request.messages.find((message) => message.role === 'user');
  return typeof first?.content === 'string' ? first.content : JSON.stringify(first?.content ?? '');
};

/** The calls of each turn; after the last one it hands over. */
export function turns(...answers: Call[][]): (request: ServedRequest) => Answer {
  return (request) => ({ calls: answers[turnOf(request)] ?? [handOver('there is no line for this')] });
}

/** Plays another part at every attempt, whichever model makes it, the last one for good. */
export function attempts(...parts: ((request: ServedRequest) => Answer)[]): Script {
  let begun = -1;
  return (request) => {
    if (turnOf(request) === 0) begun += 1;
    const part = parts[Math.min(begun, parts.length - 1)];
    return part?.(request) ?? { calls: [handOver('there is no part for this')] };
  };
}

/** Each model by its name. */
export const cast =
  (models: Record<string, Script>): Script =>
  (request) =>
    models[request.model]?.(request) ?? { calls: [handOver(`there is no model ${request.model}`)] };

/** A ladder of two tiers on one server. */
export function ladder(url: string, more = '', api: 'openai' | 'anthropic' = 'openai'): string {
  return `providers:
  local: { api: ${api}, base_url: "${url}", api_key_env: LOCAL_KEY }
tiers:
  - { name: cheap, model: local/small, price: { input: 0.3, output: 1.2, cached: 0.03 } }
  - { name: smart, model: local/large, price: { input: 3, output: 15, cached: 0.3 } }
${more}`;
}
