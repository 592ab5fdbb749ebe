import type { Blobs } from '../ports/blobs.ts';
import type { Conversation } from '../schema/conversation.ts';
import { type AssistantMessage, type Message, messageSchema, type ToolCall } from '../schema/message.ts';

/** What the model said, and how each of its calls was answered, in their order. */
export interface Turn {
  message: AssistantMessage;
  answers: Message[];
}

export interface Talk {
  opening: Message[];
  turns: Turn[];
}

/** What is due next: an action the model asked for, a reminder that it asked for none, or its turn. */
export type Due =
  | { kind: 'call'; call: ToolCall; turn: Turn }
  | { kind: 'no_call'; text: string; turn: Turn }
  | { kind: 'model' };

export function dueIn({ turns }: Talk): Due {
  const turn = turns.find(({ message, answers }) => answers.length < Math.max(1, message.calls.length));
  if (!turn) return { kind: 'model' };
  const { message, answers } = turn;
  const call = message.calls[answers.length];
  return call ? { kind: 'call', call, turn } : { kind: 'no_call', text: message.text, turn };
}

export function messagesOf({ opening, turns }: Talk): Message[] {
  return [...opening, ...turns.flatMap(({ message, answers }) => [message, ...answers])];
}

/**
 * The conversation that an earlier process began. An answer may be in the journal only after the message that follows
 * it: answers fill the open calls in their order.
 */
export async function restore(conversation: Conversation, blobs: Blobs): Promise<Talk> {
  const opening = messageSchema.array().parse(JSON.parse(await blobs.text(conversation.prompt_ref)));
  const talk: Talk = { opening, turns: [] };
  const answers: Message[] = [];
  for (const { ref } of conversation.entries) {
    const message = messageSchema.parse(JSON.parse(await blobs.text(ref)));
    if (message.role === 'assistant') talk.turns.push({ message, answers: [] });
    else answers.push(message);
  }
  for (const answer of answers) {
    const due = dueIn(talk);
    if (due.kind !== 'model') due.turn.answers.push(answer);
  }
  return talk;
}
