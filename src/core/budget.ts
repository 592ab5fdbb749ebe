import type { Price } from '../schema/policy.ts';

/** What a cache write costs, as a multiple of the input price: the premium of the providers that charge one. */
const cacheWrite = { times: 5n, of: 4n };

/** The most that one call can cost. Every input token stands for at least one byte of the request. */
export function worstCaseUsd(price: Price, bytes: number, max_tokens: number): number {
  const dearest = Math.max(price.input, price.cached ?? price.input);
  return usd(whole(bytes) * rate(dearest) + whole(max_tokens) * rate(price.output));
}

/** What a call cost. Cached and written tokens are part of the input tokens, each counted once. */
export function costUsd(
  price: Price,
  usage: { input_tokens: number; cached_tokens: number; written_tokens?: number; output_tokens: number },
): number {
  const input = whole(usage.input_tokens);
  const cached = least(whole(usage.cached_tokens), input);
  const written = least(whole(usage.written_tokens ?? 0), input - cached);
  const writing = divideUp(written * rate(price.input) * cacheWrite.times, cacheWrite.of);
  const fresh = (input - cached - written) * rate(price.input);
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
