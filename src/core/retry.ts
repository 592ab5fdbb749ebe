import type { FaultKind } from '../schema/fault.ts';

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** How often a call is tried in all. A second try cannot help where it is 1. */
const mostTries: Record<FaultKind, number> = {
  rate_limited: 5,
  overloaded: 5,
  server_error: 5,
  unreachable: 5,
  timeout: 5,
  broken_stream: 5,
  malformed: 2,
  unauthorized: 1,
  bad_request: 1,
  context_overflow: 1,
  refused: 1,
  cancelled: 1,
};

/**
 * Milliseconds to wait after the `tries`th failed try, or null to give up. What the provider asked for is honoured
 * whatever its length; otherwise exponential with full jitter, `random` in [0, 1).
 */
export function retryDelay(
  fault: { kind: FaultKind; retry_after_ms: number | null },
  tries: number,
  random: number,
): number | null {
  if (tries >= mostTries[fault.kind]) return null;
  if (fault.retry_after_ms !== null) return fault.retry_after_ms;
  return Math.floor(random * Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1)));
}
