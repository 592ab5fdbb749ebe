import type { LanguageModelV3FunctionTool, LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { Message, ToolCall, ToolSpec } from '../../schema/agents/message.ts';
import { typed } from './typed-schema.ts';
import type { WireKind } from './wires.ts';

/** Where the provider may cache what came before: the wire allows four such marks, we set three. */
const cacheMark = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } };

export function promptOf(messages: Message[], kind: WireKind): LanguageModelV3Prompt {
  const marked = kind === 'anthropic' ? marks(messages) : new Set<number>();
  const entries = messages.map((message, index) => ({ ...entry(message), ...(marked.has(index) && cacheMark) }));
  return kind === 'google' ? entries.reduce(together, []) : entries;
}

/** Google wants the results of one turn's calls in one message, as many as there were calls. */
function together(entries: LanguageModelV3Prompt, next: LanguageModelV3Message): LanguageModelV3Prompt {
  const last = entries.at(-1);
  if (last?.role !== 'tool' || next.role !== 'tool') return [...entries, next];
  return [...entries.slice(0, -1), { ...last, content: [...last.content, ...next.content] }];
}

export function toolsOf(tools: ToolSpec[], kind: WireKind): LanguageModelV3FunctionTool[] {
  return tools.map((tool, index) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: kind === 'google' ? typed(tool.parameters) : tool.parameters,
    ...(kind === 'anthropic' && index === tools.length - 1 && cacheMark),
  }));
}

/** An input that was no JSON object goes back as one: every wire insists on it. */
export function replayable(call: ToolCall): Record<string, unknown> {
  return typeof call.input === 'string' ? { malformed_input: wellFormed(call.input) } : call.input;
}

/** A half of a surrogate pair, as cutting a text can leave it, makes some providers refuse the whole request. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function entry(message: Message): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: wellFormed(message.text) };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: wellFormed(message.text) }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: wellFormed(message.text) }]),
          ...message.calls.map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.id,
            toolName: call.name,
            input: replayable(call),
            ...(call.signature !== undefined && {
              providerOptions: { google: { thoughtSignature: call.signature } },
            }),
          })),
        ],
      };
    case 'tool': {
      const output = { type: 'text' as const, value: wellFormed(message.text) };
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: message.id, toolName: message.name, output }],
      };
    }
  }
}

function marks(messages: Message[]): Set<number> {
  const system = messages.findLastIndex((message) => message.role === 'system');
  const last = messages.findLastIndex((message) => message.role === 'user' || message.role === 'tool');
  return new Set([system, last]);
}
