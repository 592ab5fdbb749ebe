import type { Blobs } from '../ports/blobs.ts';
import type { Conversation } from '../schema/conversation.ts';
import { type Message, messageSchema, type ToolCall } from '../schema/message.ts';

/** What is due next in a conversation: an action the model asked for, a reminder that it asked for none, or its turn. */
export type Due = { kind: 'call'; call: ToolCall } | { kind: 'no_call'; text: string } | { kind: 'model' };

export function dueIn(messages: Message[]): Due {
  const index = messages.findLastIndex((message) => message.role === 'assistant');
  const assistant = messages[index];
  if (assistant?.role !== 'assistant') return { kind: 'model' };
  const answers = messages.slice(index + 1);
  if (assistant.calls.length === 0)
    return answers.length === 0 ? { kind: 'no_call', text: assistant.text } : { kind: 'model' };
  const call = assistant.calls[answers.length];
  return call ? { kind: 'call', call } : { kind: 'model' };
}

/** The messages of a conversation that an earlier process began. */
export async function restore(conversation: Conversation, blobs: Blobs): Promise<Message[]> {
  const opening = messageSchema.array().parse(JSON.parse(await blobs.text(conversation.prompt_ref)));
  const rest: Message[] = [];
  for (const { ref } of conversation.entries) rest.push(messageSchema.parse(JSON.parse(await blobs.text(ref))));
  return [...opening, ...rest];
}
