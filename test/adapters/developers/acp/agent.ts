import { agentProgram } from '../external/stage.ts';

/**
 * An agent that speaks the protocol and does what `play` says when it is prompted. In `play` there are `ask` (a request to
 * the client, settled with its answer or its error), `tell` (an update), `tool` (a whole call of a tool), `say` (words),
 * `raw` (any line), `prompt`, `fs`, `cwd`; it returns the reason to stop.
 */
export function scriptedAgent(play: string, changes: { initialize?: string; session?: string } = {}): string {
  const hello = '({ protocolVersion: 1, agentCapabilities: {}, seen: params })';
  return agentProgram(`
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
const waiting = new Map();
let [last, cwd, cancelled] = [0, '', false];
const raw = (line) => process.stdout.write(line + '\\n');
const send = (message) => raw(JSON.stringify({ jsonrpc: '2.0', ...message }));
const ask = (method, params) => new Promise((resolve) => {
  last += 1;
  waiting.set('q' + last, resolve);
  send({ id: 'q' + last, method, params: { sessionId: 's1', ...params } });
});
const tell = (update) => send({ method: 'session/update', params: { sessionId: 's1', update } });
const say = (text) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const tool = (id, title, more = {}) => {
  tell({ sessionUpdate: 'tool_call', toolCallId: id, title, kind: 'edit', status: 'pending', ...more });
  tell({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed', ...(more.result && { content: [{ type: 'content', content: { type: 'text', text: more.result } }] }) });
};
const play = async (prompt) => { ${play} };
const methods = {
  initialize: async (params) => ${changes.initialize ?? hello},
  'session/new': async (params) => { cwd = params.cwd; return ${changes.session ?? "({ sessionId: 's1' })"}; },
  'session/prompt': async (params) => ({ stopReason: await play(params.prompt[0].text) }),
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === 'session/cancel') cancelled = true;
  if (message.method === undefined) return waiting.get(message.id)?.(message.error ?? message.result);
  if (message.id === undefined) return;
  try { send({ id: message.id, result: await methods[message.method](message.params) }); }
  catch (error) { send({ id: message.id, error: { code: error.code ?? -32603, message: error.message } }); }
});
`);
}
