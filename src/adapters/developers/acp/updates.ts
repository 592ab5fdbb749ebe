import { stripEscapes } from '../../../code/text.ts';
import type { Sight } from '../../../ports/outside/sight.ts';
import type { Reported } from '../external/bill.ts';
import type { AgentStep } from '../external/step.ts';
import { type Params, record } from './wire.ts';

export interface Updates {
  /** Returns the steps that this update completes: none, or one. */
  take(update: Params): AgentStep[];
  /** What was begun and not told the end of. */
  rest(): AgentStep[];
  /** The end of what the agent said. */
  lastMessage(): string;
  /** What the agent says that the session has cost so far. */
  cost(): Reported;
}

interface Call {
  title: string;
  kind: string;
  input: unknown;
  thought: string;
  content: string;
}

const mostText = 16_000;
const mostSecret = 4000;
const mostOpen = 64;
/** USD. An agent that reports more is not believed. */
const mostCost = 1e6;

/** The stream of an agent's own words and tools as steps: a step is a tool's call with the words before it. */
export function readUpdates(sight: Sight): Updates {
  const clean = cleaner(sight);
  const calls = new Map<string, Call>();
  let thought = '';
  let message = '';
  let cost: Reported = { usd: 0, credible: true };

  const close = (id: string, call: Call): AgentStep => {
    calls.delete(id);
    const action = call.kind === '' || call.kind === 'other' ? call.title || 'tool' : call.kind;
    const input = { title: call.title, ...(isRecord(call.input) ? call.input : {}) };
    return { thought: clean(call.thought), action, input, observation: call.content };
  };

  return {
    take(update) {
      const kind = update.sessionUpdate;
      if (kind === 'agent_message_chunk' || kind === 'agent_thought_chunk') {
        const text = textIn(update.content);
        thought = `${thought}${text}`.slice(-mostText);
        if (kind === 'agent_message_chunk') message = `${message}${text}`.slice(-mostText);
      }
      if (kind === 'usage_update' && update.cost != null) cost = higher(cost, costIn(update));
      if (kind !== 'tool_call' && kind !== 'tool_call_update') return [];
      const id = String(update.toolCallId);
      const previous = calls.get(id) ?? { title: '', kind: '', input: null, thought, content: '' };
      if (!calls.has(id)) [thought, message] = ['', ''];
      const call = {
        ...previous,
        title: clean(typeof update.title === 'string' ? update.title : previous.title).slice(0, 300),
        kind: clean(typeof update.kind === 'string' ? update.kind : previous.kind),
        input: update.rawInput === undefined ? previous.input : cleaned(update.rawInput, clean),
        content: clean(contentIn(update, clean)) || previous.content,
      };
      calls.set(id, call);
      if (update.status === 'completed' || update.status === 'failed') return [close(id, call)];
      const [oldest] = calls;
      return oldest && calls.size > mostOpen ? [close(...oldest)] : [];
    },
    rest: () => [...calls].map(([id, call]) => close(id, call)),
    lastMessage: () => clean(message).trim(),
    cost: () => cost,
  };
}

/** What an agent says, as it is kept. Words come in pieces: a secret is whole only once they are put together. */
export const cleaner =
  ({ text: redact }: Sight) =>
  (text: string): string =>
    redact(stripEscapes(text.slice(0, mostText + mostSecret))).slice(0, mostText);
const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An input in the size of a record: a hostile one may be megabytes. */
function cleaned(input: unknown, clean: (text: string) => string): unknown {
  if (!isRecord(input)) return {};
  const entries = Object.entries(input).slice(0, 8);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      clean(key),
      clean(typeof value === 'string' ? value : JSON.stringify(value ?? null)),
    ]),
  );
}

function contentIn({ content, rawOutput }: Params, clean: (text: string) => string): string {
  const parts = Array.isArray(content) ? content.slice(0, 20).map(record) : [];
  const texts = parts.map((part) => {
    if (part.type === 'diff') return `edited ${String(part.path)}:\n${clean(String(part.newText)).slice(0, 2000)}`;
    return textIn(part.content);
  });
  const body = texts.filter((text) => text !== '').join('\n');
  if (body !== '' || rawOutput === undefined || rawOutput === null) return body;
  return typeof rawOutput === 'string' ? rawOutput : JSON.stringify(rawOutput);
}

function textIn(content: unknown): string {
  const { type, text } = record(content);
  return type === 'text' && typeof text === 'string' ? text : '';
}

/** A session does not get cheaper: the most that was said counts. */
const higher = ({ usd, credible }: Reported, other: number | null): Reported => ({
  usd: Math.max(usd, other ?? 0),
  credible: credible && other !== null,
});

function costIn({ cost }: Params): number | null {
  const { amount, currency } = record(cost);
  const usable = typeof amount === 'number' && amount >= 0 && amount <= mostCost && currency === 'USD';
  return usable ? amount : null;
}
