import { clip } from '../core/clip.ts';
import { billOf, boundOf, stopOf } from '../core/money/budget.ts';
import { retryDelay } from '../core/task/retry.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Caps, Ledger } from '../ports/ledger.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import type { PawlEvent } from '../schema/event.ts';
import type { AssistantMessage } from '../schema/message.ts';
import type { Price, Tier } from '../schema/policy.ts';
import { compact } from './compact.ts';

/** What thinking costs and needs: a model behind a tier, money, and somewhere to write it down. */
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
 * One answer of a model. The worst case is reserved before every call and a call that would break a cap is never made;
 * faults are retried as `retryDelay` says, then whoever stands in for the model is asked. The answer is in the journal
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
  { tier, ledger, caps, clock, random, blobs, stopped }: Thinking,
  { model, price: asked }: Answerer,
  asker: Asker,
  whole: ModelRequest,
  relieved: boolean,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Answer> {
  const price = asked ?? { input: 0, output: 0 };
  const about = { tier: tier.name, role: asker.role, model: model.id, task: asker.task };
  let request = whole;
  let compacted: number | null = null;

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const why = stopped?.(tier.name);
    if (why) return { ok: false, why: 'fault', reason: why };
    const bound = boundOf(price, model.requestBytes(request), request.max_tokens);
    const worst_usd = bound.usd;
    const held = await ledger.reserve({ run: asker.run, task: asker.task, tier: tier.name, worst_usd, caps });
    if (!held.ok) {
      const { cap, limit_usd, spent_usd } = held;
      yield { type: 'budget.exhausted', cap, limit_usd, spent_usd, needed_usd: worst_usd };
      return { ok: false, why: 'budget', reason: `the ${cap} cap of $${limit_usd} is reached` };
    }
    const reply = await model.call(request, signal);
    if (reply.ok) {
      const { above, ...bill } = billOf(price, bound, reply.usage);
      await ledger.settle(held.id, bill.usd);
      const message_ref = await blobs.put(JSON.stringify(reply.message));
      if (above) yield stopOf(about, bound, bill);
      yield {
        type: 'model.called',
        ...about,
        ...bill,
        ...(compacted !== null && { compacted }),
        attempt: asker.attempt,
        prompt_ref: asker.prompt_ref,
        message_ref,
      };
      return { ok: true, message: reply.message };
    }
    const { fault } = reply;
    const bill = billOf(price, bound, fault.usage ?? null);
    const usd = fault.charged === 'none' ? 0 : Math.max(worst_usd, bill.usd);
    if (usd !== worst_usd) await ledger.settle(held.id, usd);
    if (bill.above) yield stopOf(about, bound, bill);
    signal.throwIfAborted();
    const smaller: ReturnType<typeof compact> =
      fault.kind === 'context_overflow' && compacted === null ? compact(request.messages) : null;
    const retry_in_ms = smaller ? 0 : retryDelay(fault, tries, random(), relieved);
    const message = clip(fault.message, 600);
    yield {
      type: 'model.failed',
      ...about,
      fault: fault.kind,
      message,
      usd,
      retry_in_ms,
    };
    if (retry_in_ms === null) return { ok: false, why: 'fault', reason: `${fault.kind}: ${message}` };
    if (smaller) {
      request = { ...request, messages: smaller.messages };
      compacted = smaller.shortened;
    } else await clock.sleep(retry_in_ms, signal);
  }
}
