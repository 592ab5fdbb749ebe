import type { ModelRequest } from '../../ports/outside/model.ts';
import type { Message, ToolSpec } from '../../schema/agents/message.ts';
import { replayable, wellFormed } from './prompt.ts';
import { typed } from './typed-schema.ts';
import type { WireKind } from './wires.ts';

/** UTF-8 bytes of a request's body, never fewer than are really sent. */
export function requestBytes(kind: WireKind, model: string, request: ModelRequest): number {
  const bodies = { openai: openaiBody, anthropic: anthropicBody, google: googleBody };
  return Buffer.byteLength(JSON.stringify(bodies[kind](model, request)));
}

function openaiBody(model: string, { messages, tools, max_tokens }: ModelRequest) {
  return {
    model,
    max_completion_tokens: max_tokens,
    messages: messages.map(openaiMessage),
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    stream: true,
    stream_options: { include_usage: true },
    // The longest of what some providers are told besides.
    thinking: { type: 'disabled' },
  };
}

function openaiMessage(message: Message) {
  const content = wellFormed(message.text);
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.id, content };
  if (message.role !== 'assistant') return { role: message.role, content };
  const tool_calls = message.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(replayable(call)) },
  }));
  return tool_calls.length > 0
    ? { role: 'assistant', content: content || null, tool_calls }
    : { role: 'assistant', content };
}

const cache_control = { type: 'ephemeral' };

/** Neighbours that the wire would merge are left apart, and more cache marks are counted than are set. */
function anthropicBody(model: string, { messages, tools, max_tokens }: ModelRequest) {
  const systems = messages.filter((message) => message.role === 'system');
  const others = messages.filter((message) => message.role !== 'system');
  return {
    model,
    max_tokens,
    system: systems.map(({ text }) => ({ type: 'text', text: wellFormed(text), cache_control })),
    messages: others.map((message, index) => anthropicMessage(message, index === others.length - 1)),
    tools: tools.map(anthropicTool),
    tool_choice: { type: 'auto' },
    stream: true,
  };
}

function anthropicMessage(message: Exclude<Message, { role: 'system' }>, last: boolean) {
  const text = wellFormed(message.text);
  const mark = last ? { cache_control } : {};
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text, ...mark }] };
  if (message.role === 'tool') {
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: message.id, content: text, ...mark }] };
  }
  const calls = message.calls.map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: call.name,
    input: replayable(call),
  }));
  return { role: 'assistant', content: [{ type: 'text', text, ...mark }, ...calls] };
}

function anthropicTool({ name, description, parameters }: ToolSpec) {
  return { name, description, input_schema: parameters, cache_control };
}

/** The longest stand-in for a signature that a call came without. */
const unsigned = 'skip_thought_signature_validator';

function googleBody(_: string, { messages, tools, max_tokens }: ModelRequest) {
  const systems = messages.filter((message) => message.role === 'system');
  return {
    generationConfig: { maxOutputTokens: max_tokens },
    contents: messages.filter((message) => message.role !== 'system').map(googleMessage),
    systemInstruction: { parts: systems.map(({ text }) => ({ text: wellFormed(text) })) },
    tools: [{ functionDeclarations: tools.map((tool) => ({ ...tool, parameters: typed(tool.parameters) })) }],
  };
}

function googleMessage(message: Message) {
  const text = wellFormed(message.text);
  if (message.role === 'tool') {
    const { id, name } = message;
    return { role: 'user', parts: [{ functionResponse: { id, name, response: { name, content: text } } }] };
  }
  if (message.role !== 'assistant') return { role: 'user', parts: [{ text }] };
  const calls = message.calls.map((call) => ({
    functionCall: { id: call.id, name: call.name, args: replayable(call) },
    thoughtSignature: call.signature ?? unsigned,
  }));
  return { role: 'model', parts: [{ text }, ...calls] };
}
