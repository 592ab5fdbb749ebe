import { retryDelay } from '../core/task/retry.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelFault, ModelRequest } from '../ports/outside/model.ts';
import type { Blobs } from '../ports/state/blobs.ts';
import type { Caps, Ledger } from '../ports/state/ledger.ts';
import type { AssistantMessage } from '../schema/agents/message.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { Price, Tier } from '../schema/settings/policy.ts';
import { compact } from './loop/compact.ts';
import { type ModelCall, payForModel } from './pay.ts';

/** Everything that a model call needs: the model of a tier, a budget, and a journal. */
export interface Thinking {
  model: Model;
  tier: Tier;
  ledger: Ledger;
  caps: Caps;
  blobs: Blobs;
  clock: Clock;
  random: () => number;
  /** Why the run calls a tier no more; null: it does. Absent: it always does. */
  stopped?: (tier: string) => string | null;
  /** How long a model may be waited for that cannot answer now; absent: no longer than a few quick tries take. */
  patience?: (model: string) => number;
  /** Who answers instead of a tier that was stopped, if anybody. */
  instead?: () => Promise<{ tier: Tier; model: Model } | null>;
}

export interface Asker {
  run: string;
  role: string;
  task: string | null;
  attempt: number | null;
  prompt_ref: string;
}

export type Answer = { ok: true; message: AssistantMessage } | { ok: false; why: 'budget' | 'fault'; reason: string };

/**
 * One answer of a model. Before every call its maximum cost is reserved, and a call that could exceed a limit is never
 * made. Faults are retried as `retryDelay` says, then the model's fallbacks are asked. The answer is in the journal
 * before it is used. A tier that reports more than was reserved is stopped: it is not called again.
 */
export async function* ask(
  thinking: Thinking,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Answer> {
  const answer = yield* askTier(thinking, asker, request, signal);
  if (answer.ok || answer.why === 'budget' || !thinking.stopped?.(thinking.tier.name)) return answer;
  const other = await thinking.instead?.();
  return other ? yield* ask({ ...thinking, ...other }, asker, request, signal) : answer;
}

async function* askTier(
  thinking: Thinking,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Answer> {
  const { model, tier } = thinking;
  const [first, ...others] = [{ model, price: tier.price }, ...(model.fallback ?? [])];
  let answer = yield* askOne(thinking, first, asker, request, others.length > 0, signal);
  for (const [index, other] of others.entries()) {
    if (answer.ok || answer.why === 'budget') return answer;
    answer = yield* askOne(thinking, other, asker, request, index < others.length - 1, signal);
  }
  return answer;
}

interface Answerer {
  model: Model;
  price: Price | null;
}

async function* askOne(
  { tier, ledger, caps, clock, random, blobs, stopped, patience }: Thinking,
  { model, price }: Answerer,
  asker: Asker,
  whole: ModelRequest,
  relieved: boolean,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Answer> {
  const { run, role, task, attempt, prompt_ref } = asker;
  const buyer = { run, task, attempt, tier: tier.name, role, model: model.id, caps };
  let request = whole;
  let compacted: number | null = null;
  const [began, patience_ms] = [clock.now(), patience?.(model.id) ?? 0];
  // A call that may have been charged is not repeated for as long as an outage may last.
  const left = ({ charged }: ModelFault) =>
    charged === 'none' || price === null ? began + patience_ms - clock.now() : 0;

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const why = stopped?.(tier.name);
    if (why) return { ok: false, why: 'fault', reason: why };
    const smaller = ({ kind }: ModelFault) =>
      kind === 'context_overflow' && compacted === null ? compact(request.messages) : null;
    const call: ModelCall<AssistantMessage> = {
      price,
      bytes: model.requestBytes(request),
      max_tokens: request.max_tokens,
      async make() {
        const reply = await model.call(request, signal);
        return reply.ok ? { ok: true, answer: reply.message, usage: reply.usage } : reply;
      },
      keep: async (answer) => ({
        ...(compacted !== null && { compacted }),
        prompt_ref,
        message_ref: await blobs.put(JSON.stringify(answer)),
      }),
      retry: (fault) => (smaller(fault) ? 0 : retryDelay(fault, tries, random(), relieved, left(fault))),
    };
    const paid = yield* payForModel(buyer, call, ledger, signal);
    if (!paid.ok) {
      yield paid.exhausted;
      return { ok: false, why: 'budget', reason: paid.reason };
    }
    if (paid.result.ok) return { ok: true, message: paid.result.answer };
    const { fault, message, retry_in_ms } = paid.result;
    if (retry_in_ms === null) return { ok: false, why: 'fault', reason: reasonOf(fault.kind, message) };
    const shorter = smaller(fault);
    if (shorter) {
      request = { ...request, messages: shorter.messages };
      compacted = shorter.shortened;
    } else await clock.sleep(retry_in_ms, signal);
  }
}

/** What is said about a refused key needs no name of the fault before it. */
const reasonOf = (kind: ModelFault['kind'], message: string): string =>
  kind === 'unauthorized' ? message : `${kind.replaceAll('_', ' ')}: ${message}`;
