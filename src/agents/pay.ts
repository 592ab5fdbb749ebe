import { clip } from '../core/clip.ts';
import { billOf, boundOf, stopOf } from '../core/money/budget.ts';
import { inDollars } from '../core/money/dollars.ts';
import type { ModelFault, Usage } from '../ports/outside/model.ts';
import type { Caps, Ledger } from '../ports/state/ledger.ts';
import type { EventOf, PawlEvent } from '../schema/run/event.ts';
import type { Price } from '../schema/settings/policy.ts';

/** What a call is charged to, and the limits that it must keep. */
export interface Buyer {
  run: string;
  task: string | null;
  attempt: number | null;
  tier: string;
  role: string;
  model: string;
  caps: Caps;
}

type CallEvent = EventOf<'model.called'> | EventOf<'model.failed'>;

/** The result of a call and its cost. */
export interface Charge<T> {
  result: T;
  usd: number;
  /** Why the tier must not be called again: the call cost more than was reserved. */
  stop: EventOf<'tier.stopped'> | null;
  /** What the journal is told once the call is settled; null: nothing. */
  record: () => Promise<CallEvent | null>;
}

export type Paid<T> =
  | { ok: true; result: T; recorded: CallEvent | null }
  /** The call was not made. Whether the run ends by it is for the caller to say. */
  | { ok: false; exhausted: EventOf<'budget.exhausted'>; reason: string };

/**
 * The only function that spends money: it reserves the maximum cost, makes the call, settles the real cost and journals
 * it. A call that could exceed a limit is not made. A call that throws stays charged with its maximum.
 */
export async function* pay<T>(
  { run, task, tier, caps }: Buyer,
  worst_usd: number,
  ledger: Ledger,
  call: () => Promise<Charge<T>> | AsyncGenerator<PawlEvent, Charge<T>>,
): AsyncGenerator<PawlEvent, Paid<T>> {
  const reservation = await ledger.reserve({ run, task, tier, worst_usd, caps });
  if (!reservation.ok) {
    const { cap, limit_usd, spent_usd } = reservation;
    const exhausted = { type: 'budget.exhausted' as const, cap, limit_usd, spent_usd, needed_usd: worst_usd };
    return { ok: false, exhausted, reason: `the next call could exceed the ${cap} limit of ${inDollars(limit_usd)}` };
  }
  const { result, usd, stop, record } = yield* perform(call());
  await ledger.settle(reservation.id, usd);
  if (stop) yield stop;
  const recorded = await record();
  if (recorded) yield recorded;
  return { ok: true, result, recorded };
}

/** What an external agent does is told while it does it. */
async function* perform<T>(
  call: Promise<Charge<T>> | AsyncGenerator<PawlEvent, Charge<T>>,
): AsyncGenerator<PawlEvent, Charge<T>> {
  return 'then' in call ? await call : yield* call;
}

/** A call of a model, paid by what its provider counts. */
export interface ModelCall<A> {
  price: Price | null;
  /** The bytes of the request, and the tokens of the longest answer. */
  bytes: number;
  max_tokens: number;
  make: () => Promise<{ ok: true; answer: A; usage: Usage | null } | { ok: false; fault: ModelFault }>;
  /** Puts what was asked and answered into blobs. */
  keep: (answer: A) => Promise<Pick<EventOf<'model.called'>, 'prompt_ref' | 'message_ref' | 'compacted'>>;
  /** When a call that failed is made again; null: it is not. */
  retry: (fault: ModelFault) => number | null;
}

type Reply<A> = { ok: true; answer: A } | { ok: false; fault: ModelFault; message: string; retry_in_ms: number | null };

export function payForModel<A>(
  buyer: Buyer,
  call: ModelCall<A>,
  ledger: Ledger,
  signal: AbortSignal,
): AsyncGenerator<PawlEvent, Paid<Reply<A>>> {
  const { tier, role, model, task, attempt } = buyer;
  const about = { tier, role, model, task };
  const price = call.price ?? { input: 0, output: 0 };
  const bound = boundOf(price, call.bytes, call.max_tokens);
  return pay<Reply<A>>(buyer, bound.usd, ledger, async () => {
    const reply = await call.make();
    const { above, ...bill } = billOf(price, bound, reply.ok ? reply.usage : (reply.fault.usage ?? null));
    const stop = above ? stopOf(about, bound, bill) : null;
    if (reply.ok) {
      const { answer } = reply;
      const record = async () =>
        ({ type: 'model.called', ...about, ...bill, attempt, ...(await call.keep(answer)) }) as const;
      return { result: { ok: true, answer }, usd: bill.usd, stop, record };
    }
    const { fault } = reply;
    const usd = fault.charged === 'none' ? 0 : Math.max(bound.usd, bill.usd);
    const [message, retry_in_ms] = [clip(fault.message, 600), call.retry(fault)];
    const record = async () => {
      signal.throwIfAborted();
      const { kind, key } = fault;
      return {
        type: 'model.failed',
        ...{ ...about, fault: kind, message, usd, retry_in_ms },
        ...(key !== undefined && { key }),
      } as const;
    };
    return { result: { ok: false, fault, message, retry_in_ms }, usd, stop, record };
  });
}
