import type { EventOf } from '../../schema/run/event.ts';
import type { Price } from '../../schema/settings/policy.ts';

/** What a cache write costs, as a multiple of the input price: the premium of the providers that charge one. */
const cacheWrite = { times: 5n, of: 4n };

/** The most that one call can use, and what that costs: this is reserved. */
export interface Bound {
  bytes: number;
  max_tokens: number;
  usd: number;
}

interface Counted {
  input_tokens: number;
  cached_tokens: number;
  written_tokens?: number;
  output_tokens: number;
}

export function boundOf(price: Price, bytes: number, max_tokens: number): Bound {
  return { bytes, max_tokens, usd: worstCaseUsd(price, bytes, max_tokens) };
}

/** What a call is charged with. */
export interface Bill extends Counted {
  usd: number;
  /** The provider did not count: the call is charged with its bound. */
  estimated: boolean;
  /** It costs more than the bound: what is reserved for this provider's calls holds nothing. */
  above: boolean;
}

/** As reported, also above the bound; without a report that can be believed, the bound. */
export function billOf(price: Price, bound: Bound, counted: Counted | null): Bill {
  if (counted === null) {
    const { bytes: input_tokens, max_tokens: output_tokens, usd } = bound;
    return { input_tokens, cached_tokens: 0, output_tokens, usd, estimated: true, above: false };
  }
  const usd = costUsd(price, counted);
  return { ...counted, usd, estimated: false, above: usd > bound.usd };
}

/** The one line that says why a tier is called no more in this run. */
export function stopOf(
  { tier, model, task }: { tier: string; model: string; task: string | null },
  bound: Bound,
  { usd, input_tokens, output_tokens }: Pick<Bill, 'usd' | 'input_tokens' | 'output_tokens'>,
): EventOf<'tier.stopped'> {
  const usageText = `${input_tokens} tokens in and ${output_tokens} out, $${usd.toFixed(4)}`;
  const most = `${bound.bytes} in and ${bound.max_tokens} out, $${bound.usd.toFixed(4)}`;
  const reason = `${model} reported more usage than was reserved for the call (${usageText}; reserved: ${most})`;
  return { type: 'tier.stopped', tier, model, task, reason, usd, reserved_usd: bound.usd };
}

/** The maximum cost of one call: every byte of the request is counted as one input token, since no token is shorter. */
export function worstCaseUsd(price: Price, bytes: number, max_tokens: number): number {
  const dearest = Math.max(price.input, price.cached ?? price.input);
  return usd(whole(bytes) * rate(dearest) + whole(max_tokens) * rate(price.output));
}

/** What a call cost. Cached and written tokens are part of the input tokens, each counted once. */
export function costUsd(price: Price, usage: Counted): number {
  const input = whole(usage.input_tokens);
  const cached = least(whole(usage.cached_tokens), input);
  const cacheWrites = least(whole(usage.written_tokens ?? 0), input - cached);
  const writing = divideUp(cacheWrites * rate(price.input) * cacheWrite.times, cacheWrite.of);
  const fresh = (input - cached - cacheWrites) * rate(price.input);
  return usd(
    fresh + cached * rate(price.cached ?? price.input) + writing + whole(usage.output_tokens) * rate(price.output),
  );
}

/** Pico-USD a token, rounded up; the tolerance is what 4.03 * 1e6 is off by. */
function rate(usdPerMillion: number): bigint {
  return BigInt(Math.ceil(usdPerMillion * 1e6 - 1e-6));
}

/** Pico-USD as USD, rounded up to a whole nano-USD. */
function usd(pico: bigint): number {
  return Number(divideUp(pico, 1000n)) / 1e9;
}

function whole(count: number): bigint {
  return BigInt(Math.max(0, Math.ceil(count)));
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
