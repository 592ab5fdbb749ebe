import type { Blobs } from '../../../ports/blobs.ts';
import type { Assignment } from '../../../ports/developer.ts';
import type { Ledger } from '../../../ports/ledger.ts';
import type { PawlEvent } from '../../../schema/event.ts';
import type { Message } from '../../../schema/message.ts';

/** What an agent says that it spent. `credible`: all that it said were amounts in USD. */
export interface Reported {
  usd: number;
  credible: boolean;
}

export type Bill =
  | { ok: false; reason: string }
  | {
      ok: true;
      /** `reported` null: the agent cannot say. */
      settle: (reported: Reported | null, said: { prompt: string; summary: string }) => AsyncGenerator<PawlEvent, void>;
    };

/**
 * Nobody here sees what an external agent spends: what the user says an attempt may cost is held until it ends, and stays
 * charged where it does not end.
 */
export async function* openBill(
  { run, task, attempt, tier, caps, stopped }: Assignment,
  ledger: Ledger,
  blobs: Blobs,
): AsyncGenerator<PawlEvent, Bill> {
  const why = stopped?.();
  if (why) return { ok: false, reason: why };
  const worst_usd = tier.attempt_usd ?? 0;
  const held = await ledger.reserve({ run, task, tier: tier.name, worst_usd, caps });
  if (!held.ok) {
    const { cap, limit_usd, spent_usd } = held;
    yield { type: 'budget.exhausted', cap, limit_usd, spent_usd, needed_usd: worst_usd };
    return { ok: false, reason: `the ${cap} cap of $${limit_usd} is reached` };
  }
  const spentUsd = (reported: Reported | null) =>
    reported?.credible && reported.usd > 0 ? reported.usd : Math.max(worst_usd, reported?.usd ?? 0);
  const model = `${tier.developer}/${tier.name}`;
  const above = (usd: number) =>
    `the agent reported $${usd.toFixed(4)} for an attempt that may cost $${worst_usd.toFixed(4)} (attempt_usd)`;
  return {
    ok: true,
    async *settle(reported, { prompt, summary }) {
      const usd = spentUsd(reported);
      await ledger.settle(held.id, usd);
      if (usd === 0 && tier.attempt_usd === undefined) return;
      if (tier.attempt_usd !== undefined && usd > worst_usd)
        yield { type: 'tier.stopped', tier: tier.name, model, task, reason: above(usd), usd, reserved_usd: worst_usd };
      const opening: Message[] = [{ role: 'user', text: prompt }];
      const answer: Message = { role: 'assistant', text: summary, calls: [] };
      yield {
        type: 'model.called',
        tier: tier.name,
        role: 'developer',
        model,
        ...{ input_tokens: 0, cached_tokens: 0, output_tokens: 0, usd, estimated: true },
        ...{ task, attempt },
        prompt_ref: await blobs.put(JSON.stringify(opening)),
        message_ref: await blobs.put(JSON.stringify(answer)),
      };
    },
  };
}
