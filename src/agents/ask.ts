import { costUsd, worstCaseUsd } from '../core/budget.ts';
import { clip } from '../core/clip.ts';
import { retryDelay } from '../core/retry.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Caps, Ledger } from '../ports/ledger.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import type { PawlEvent } from '../schema/event.ts';
import type { AssistantMessage } from '../schema/message.ts';
import type { Tier } from '../schema/policy.ts';

/** What thinking costs and needs: a model behind a tier, money, and somewhere to write it down. */
export interface Thinking {
  model: Model;
  tier: Tier;
  ledger: Ledger;
  caps: Caps;
  blobs: Blobs;
  clock: Clock;
  random: () => number;
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
 * faults are retried as `retryDelay` says. The answer is in the journal before it is used.
 */
export async function* ask(
  thinking: Thinking,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Answer> {
  const { model, tier, ledger, caps, clock } = thinking;
  const price = tier.price ?? { input: 0, output: 0 };
  const worst_usd = worstCaseUsd(price, model.requestBytes(request), request.max_tokens);
  const about = { tier: tier.name, role: asker.role, model: model.id, task: asker.task };

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const held = await ledger.reserve({ run: asker.run, task: asker.task, tier: tier.name, worst_usd, caps });
    if (!held.ok) {
      const { cap, limit_usd, spent_usd } = held;
      yield { type: 'budget.exhausted', cap, limit_usd, spent_usd, needed_usd: worst_usd };
      return { ok: false, why: 'budget', reason: `the ${cap} cap of $${limit_usd} is reached` };
    }
    const reply = await model.call(request, signal);
    if (reply.ok) {
      const usd = costUsd(price, reply.usage);
      await ledger.settle(held.id, usd);
      const message_ref = await thinking.blobs.put(JSON.stringify(reply.message));
      yield {
        type: 'model.called',
        ...about,
        ...reply.usage,
        usd,
        attempt: asker.attempt,
        prompt_ref: asker.prompt_ref,
        message_ref,
      };
      return { ok: true, message: reply.message };
    }
    const { fault } = reply;
    if (fault.charged === 'none') await ledger.settle(held.id, 0);
    signal.throwIfAborted();
    const retry_in_ms = retryDelay(fault, tries, thinking.random());
    const message = clip(fault.message, 600);
    yield {
      type: 'model.failed',
      ...about,
      fault: fault.kind,
      message,
      usd: fault.charged === 'none' ? 0 : worst_usd,
      retry_in_ms,
    };
    if (retry_in_ms === null) return { ok: false, why: 'fault', reason: `${fault.kind}: ${message}` };
    await clock.sleep(retry_in_ms, signal);
  }
}
