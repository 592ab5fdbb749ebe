import type { Blobs } from '../../ports/state/blobs.ts';
import type { Conversation } from '../../schema/agents/conversation.ts';
import { type AssistantMessage, type Message, messageSchema, type ToolCall } from '../../schema/agents/message.ts';
import type { StepMark } from '../../schema/agents/step-mark.ts';

/** What the model said, and how each of its calls was answered, in their order. */
export interface Turn {
  message: AssistantMessage;
  answers: Message[];
}

export interface Talk {
  opening: Message[];
  turns: Turn[];
  /** What answers came to, where later steps rest on it. */
  marks: Map<Message, StepMark>;
}

export const newTalk = (opening: Message[]): Talk => ({ opening, turns: [], marks: new Map() });

/** What is due next: an action the model asked for, a reminder that it asked for none, or its turn. */
export type Due =
  | { kind: 'call'; call: ToolCall; turn: Turn }
  | { kind: 'no_call'; text: string; turn: Turn }
  | { kind: 'model' };

export function dueIn({ turns }: Pick<Talk, 'turns'>): Due {
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
  const talk = newTalk(opening);
  const answers: Message[] = [];
  for (const entry of conversation.entries) {
    const message = messageSchema.parse(JSON.parse(await blobs.text(entry.ref)));
    if (message.role === 'assistant') talk.turns.push({ message, answers: [] });
    else answers.push(message);
    if (entry.kind === 'message') continue;
    const mark = entry.mark === undefined ? olderMark(message) : entry.mark;
    if (mark) talk.marks.set(message, mark);
  }
  for (const answer of answers) {
    const due = dueIn(talk);
    if (due.kind !== 'model') due.turn.answers.push(answer);
  }
  return talk;
}

/** What an older version marked by its words alone. They are as they were then, whatever is said today. */
function olderMark(answer: Message): StepMark | null {
  const { text } = answer;
  const draft = answer.role === 'tool' && answer.name === 'generate' ? /^(draft-\d+): /.exec(text)?.[1] : undefined;
  if (draft !== undefined) return { kind: 'draft', name: draft };
  const [, doubt] = /^Not accepted on a second look: (.*)\./s.exec(text) ?? [];
  if (doubt !== undefined) return { kind: 'doubted', why: doubt };
  const [, refusal] = /^Not accepted: (.*)\./s.exec(text) ?? [];
  if (refusal !== undefined) return { kind: 'refused', why: refusal };
  const [accepted, judged] = /^Accepted(?: \((ok|unjudged): [^)]*\))?\.$/.exec(text) ?? [];
  if (accepted !== undefined)
    return { kind: 'accepted', judged: judged === 'ok' ? 'agreed' : judged === 'unjudged' ? 'unjudged' : null };
  return text.startsWith('Returned: the reflection cites nothing that was observed. ') ? { kind: 'sent_back' } : null;
}
