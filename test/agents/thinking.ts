import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fileBlobs } from '../../src/adapters/blobs/blobs.ts';
import { openLedger } from '../../src/adapters/ledger/ledger.ts';
import type { Thinking } from '../../src/agents/ask.ts';
import type { Model, ModelFault, ModelRequest, Usage } from '../../src/ports/outside/model.ts';
import type { AssistantMessage, ToolCall } from '../../src/schema/agents/message.ts';
import { eventSchema, maxEventBytes, type PawlEvent } from '../../src/schema/run/event.ts';
import { handClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

/** What a scripted model says: words, calls, or that it fails. */
export type Line =
  | { text?: string; calls?: Omit<ToolCall, 'id'>[]; usage?: Usage | null }
  | { fault: Partial<ModelFault> };

/** Which answer of the conversation is asked for, and how often in a row it failed, both counted from 0. */
export type ModelScript = (turn: number, failures: number, request: ModelRequest) => Line;

export const call = (name: string, input: ToolCall['input']): Line => ({ calls: [{ name, input }] });

/** A model behind the port that says what the script wants, as often as it is asked. */
export function scriptedModel(script: ModelScript, failures = 0): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  let failed = failures;
  return {
    id: 'local/scripted',
    requests,
    requestBytes: (request) => JSON.stringify(request).length,
    async call(request) {
      requests.push(structuredClone(request));
      const turn = request.messages.filter((message) => message.role === 'assistant').length;
      const line = script(turn, failed, request);
      if ('fault' in line) {
        failed += 1;
        const fault = { kind: 'overloaded', message: 'busy', retry_after_ms: null, charged: 'none' } as const;
        return { ok: false, fault: { ...fault, ...line.fault } };
      }
      failed = 0;
      const calls = (line.calls ?? []).map((each, index) => ({ id: `c${turn}-${index}`, ...each }));
      const message: AssistantMessage = { role: 'assistant', text: line.text ?? '', calls };
      const { usage = { input_tokens: 100, cached_tokens: 0, output_tokens: 10 } } = line;
      return { ok: true, message, usage, stop: calls.length > 0 ? 'tool_calls' : 'end' };
    },
  };
}

/** A real ledger and real blobs in a folder of their own, a clock that only sleeping moves, and a model. */
export async function thinkingWith(model: Model, changes: Partial<Thinking> = {}) {
  const dir = tempDir();
  const clock = handClock();
  const point = () => undefined;
  const ledger = await openLedger({ state_dir: dir, clock, point });
  onTestFinished(() => ledger.close());
  const tier = {
    name: 'cheap',
    developer: 'native' as const,
    model: model.id,
    price: { input: 1, output: 2 },
    attempts: 3,
    command: [],
  };
  return {
    model,
    tier,
    ledger,
    caps: { task_usd: 1, run_usd: 1, day_usd: 1 },
    blobs: fileBlobs({ dir: join(dir, 'blobs'), point }),
    clock,
    random: () => 0.5,
    ...changes,
  };
}

/** Takes what a generator yields as the journal would: checked, and small enough. */
export async function journalled<T>(
  events: AsyncGenerator<PawlEvent, T>,
): Promise<{ events: PawlEvent[]; outcome: T }> {
  const taken: PawlEvent[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done) return { events: taken, outcome: next.value };
    const event = eventSchema.parse(next.value);
    const size = Buffer.byteLength(JSON.stringify(event));
    if (size > maxEventBytes) throw new Error(`a ${event.type} event of ${size} bytes`);
    taken.push(event);
  }
}

/** Nobody embeds anything here. */
export const noEmbedder = async (id: string): Promise<never> => {
  throw new Error(`there is no embedding model ${id} here`);
};
