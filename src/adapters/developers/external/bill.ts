import { type Charge, pay } from '../../../agents/pay.ts';
import type { Assignment, Work } from '../../../ports/outside/developer.ts';
import type { Blobs } from '../../../ports/state/blobs.ts';
import type { Ledger } from '../../../ports/state/ledger.ts';
import type { Message } from '../../../schema/agents/message.ts';
import type { PawlEvent } from '../../../schema/run/event.ts';

/** What an agent says that it spent. `credible`: all that it said were amounts in USD. */
export interface Reported {
  usd: number;
  credible: boolean;
}

/** An attempt that has ended. `reported` null: the agent cannot say what it spent. */
export interface Ended {
  work: Work;
  prompt: string;
  reported: Reported | null;
}

/**
 * Nobody here sees what an external agent spends: what the user says an attempt may cost is held until it ends, and stays
 * charged where it does not end.
 */
export async function* billed(
  assignment: Assignment,
  ledger: Ledger,
  blobs: Blobs,
  attempt: () => AsyncGenerator<PawlEvent, Ended>,
): AsyncGenerator<PawlEvent, Work> {
  const { run, task, tier, caps, stopped } = assignment;
  const why = stopped?.();
  if (why) return { ended: 'unavailable', summary: why };
  const about = { tier: tier.name, role: 'developer', model: `${tier.developer}/${tier.name}`, task };
  const buyer = { run, attempt: assignment.attempt, caps, ...about };
  const worst_usd = tier.attempt_usd ?? 0;

  const paid = yield* pay(buyer, worst_usd, ledger, async function* (): AsyncGenerator<PawlEvent, Charge<Work>> {
    const { work, prompt, reported } = yield* attempt();
    const usd = spent(reported, worst_usd);
    const above = `the agent reported $${usd.toFixed(4)} for an attempt that may cost $${worst_usd.toFixed(4)} (attempt_usd)`;
    const stop = tier.attempt_usd !== undefined && usd > worst_usd;
    return {
      result: work,
      usd,
      stop: stop
        ? {
            type: 'tier.stopped',
            tier: tier.name,
            model: about.model,
            task,
            reason: above,
            usd,
            reserved_usd: worst_usd,
          }
        : null,
      async record() {
        if (usd === 0 && tier.attempt_usd === undefined) return null;
        const opening: Message[] = [{ role: 'user', text: prompt }];
        const answer: Message = { role: 'assistant', text: work.summary, calls: [] };
        return {
          type: 'model.called',
          ...about,
          ...{ input_tokens: 0, cached_tokens: 0, output_tokens: 0, usd, estimated: true },
          attempt: assignment.attempt,
          prompt_ref: await blobs.put(JSON.stringify(opening)),
          message_ref: await blobs.put(JSON.stringify(answer)),
        };
      },
    };
  });
  if (paid.ok) return paid.result;
  yield paid.exhausted;
  return { ended: 'unavailable', summary: paid.reason };
}

const spent = (reported: Reported | null, worst_usd: number): number =>
  reported?.credible && reported.usd > 0 ? reported.usd : Math.max(worst_usd, reported?.usd ?? 0);
