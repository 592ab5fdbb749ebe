import type { Clock } from '../ports/clock.ts';
import type { Model, ModelReply } from '../ports/outside/model.ts';
import type { Caps, Ledger } from '../ports/state/ledger.ts';
import type { AssistantMessage, ToolSpec } from '../schema/agents/message.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { Price } from '../schema/settings/policy.ts';
import type { Probe } from '../schema/settings/probe.ts';
import { type Paid, payForModel } from './pay.ts';

export interface Probing {
  /** Names the spending in the ledger. */
  run: string;
  tier: string;
  price: Price | null;
  caps: Caps;
  ledger: Ledger;
  clock: Clock;
}

const role = 'doctor';
/** Enough for a model that thinks before it calls. */
const max_tokens = 1024;
const longest_ms = 90_000;

const tool: ToolSpec = {
  name: 'ready',
  description: 'Says that you are ready.',
  parameters: { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] },
};
const question = 'Call the tool `ready` with {"ready": true}. Say nothing else.';

/** Asks a model for a tool call, and once more without tools where it refuses the request: then the tools are why. */
export async function probeModel(model: Model, probing: Probing): Promise<Probe> {
  const first = await answerOf(model, probing, [tool]);
  if (first.is !== 'fault' || first.kind !== 'bad_request') return first;
  const second = await answerOf(model, probing, []);
  if (second.is !== 'answer') return first;
  return { is: 'toolless', message: first.message, usd: first.usd + second.usd };
}

async function answerOf(model: Model, probing: Probing, tools: ToolSpec[]): Promise<Probe> {
  const { run, tier, price, caps, ledger, clock } = probing;
  const signal = AbortSignal.timeout(longest_ms);
  const request = { messages: [{ role: 'user' as const, text: question }], tools, max_tokens };
  const began = clock.now();
  let streamed = true;
  const paying = payForModel<AssistantMessage>(
    { run, task: null, attempt: null, tier, role, model: model.id, caps },
    {
      price,
      bytes: model.requestBytes(request),
      max_tokens,
      async make() {
        const reply: ModelReply = await model.call(request, signal);
        if (!reply.ok) return reply;
        streamed = reply.streamed !== false;
        return { ok: true, answer: reply.message, usage: reply.usage };
      },
      keep: async () => ({ prompt_ref: nothing, message_ref: nothing }),
      retry: () => null,
    },
    ledger,
    new AbortController().signal, // What ended by its time is a fault like any other.
  );
  const paid = await ended(paying);
  if (!paid.ok) return { is: 'unasked', reason: paid.reason };
  const { result, recorded } = paid;
  const usd = recorded?.usd ?? 0;
  if (!result.ok) return { is: 'fault', kind: result.fault.kind, message: result.message, usd };
  const isCalled = result.answer.calls.some(({ name }) => name === tool.name);
  return { is: 'answer', tools: isCalled, streamed, seconds: (clock.now() - began) / 1000, usd };
}

/** No run has asked, so no journal is told and nothing is kept. */
const nothing = '';

async function ended<T>(paying: AsyncGenerator<PawlEvent, Paid<T>>): Promise<Paid<T>> {
  for (;;) {
    const { done, value } = await paying.next();
    if (done) return value;
  }
}
