import type { Message } from '../../schema/agents/message.ts';

const longestLine = 160;

/**
 * A conversation that was too long, with what older tools said cut to one line each; the newest results stay whole.
 * Null where nothing can be cut. It depends on the messages alone, so a resumed run sends what the first one sent.
 */
export function compact(messages: Message[]): { messages: Message[]; shortened: number } | null {
  const turns = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  for (const turnsKept of [2, 1]) {
    const edge = turns.at(-turnsKept) ?? 0;
    const cut = messages.map((message, index) => (index < edge ? shortened(message) : message));
    const count = cut.filter((message, index) => message !== messages[index]).length;
    if (count > 0) return { messages: cut, shortened: count };
  }
  return null;
}

function shortened(message: Message): Message {
  if (message.role !== 'tool') return message;
  const lines = message.text.trimEnd().split('\n');
  const first = Array.from(lines[0] ?? '')
    .slice(0, longestLine)
    .join('');
  const text = `${first} [shortened: ${lines.length} lines, ${Buffer.byteLength(message.text)} bytes]`;
  return text.length < message.text.length ? { ...message, text } : message;
}
