import { type Message, messageSchema } from '../../../../schema/agents/message.ts';
import type { Recorded } from '../../../../schema/run/event.ts';

export interface Entry {
  record: { task: string | null; attempt: number | null; who: string; message: Message };
  text: string;
}

/** The conversations that the events name, message by message: each opening once, then answers and results. */
export async function* transcript(
  events: AsyncIterable<Recorded>,
  blob: (digest: string) => Promise<string>,
): AsyncIterable<Entry> {
  const opened = new Set<string>();
  for await (const event of events) {
    if (event.type === 'model.called') {
      const who = event.role;
      const conversation = `${who}:${event.task}:${event.prompt_ref}`;
      if (!opened.has(conversation)) {
        opened.add(conversation);
        const opening: unknown[] = JSON.parse(await blob(event.prompt_ref));
        for (const message of opening) yield entryOf(event, who, messageSchema.parse(message));
      }
      yield entryOf(event, who, messageSchema.parse(JSON.parse(await blob(event.message_ref))));
    }
    if (event.type === 'agent.step') {
      yield entryOf(event, event.agent, messageSchema.parse(JSON.parse(await blob(event.result_ref))));
    }
  }
}

function entryOf(at: { task: string | null; attempt: number | null }, who: string, message: Message): Entry {
  const { task, attempt } = at;
  const speaker = message.role === 'tool' ? `result of ${message.name}` : message.role;
  const head = [`=== ${speaker}`, who, task, attempt === null ? null : `attempt ${attempt}`]
    .filter(Boolean)
    .join(' · ');
  const calls =
    message.role === 'assistant' ? message.calls.map(({ name, input }) => `→ ${name} ${written(input)}`) : [];
  const body = [message.text, ...calls].filter((part) => part.trim() !== '');
  return { record: { task, attempt, who, message }, text: `${[head, ...body].join('\n')}\n` };
}

const written = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input, null, 2));
