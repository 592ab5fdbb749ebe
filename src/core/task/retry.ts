import type { FaultKind } from '../../schema/judge/fault.ts';

const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** The longest that a provider may make us wait; and while another one can answer. */
const longestAskedMs = { alone: 600_000, relieved: 10_000 };

/** How often a call is tried in all, in quick succession. A second try cannot help where it is 1. */
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

const patientKinds: ReadonlySet<FaultKind> = new Set(['rate_limited', 'overloaded', 'server_error', 'unreachable']);

const outages: ReadonlySet<string> = new Set<FaultKind>([...patientKinds, 'timeout', 'broken_stream']);

/** Whether the fault is one of the time, not of the request: the same call may be answered later. */
export const isOutage = (kind: string): boolean => outages.has(kind);

/**
 * Milliseconds to wait after the `tries`th failed try, or null to give up on this provider. If the provider asked for a
 * pause, we wait at least that long or give up. Otherwise the pause grows exponentially with full jitter, `random` in
 * [0, 1). `relieved`: a fallback can answer instead, so patience is short. `left_ms`: how much longer to wait for an
 * outage after the quick tries, if there is no fallback.
 */
export function retryDelay(
  fault: { kind: FaultKind; retry_after_ms: number | null },
  tries: number,
  random: number,
  relieved = false,
  left_ms = 0,
): number | null {
  const most = relieved ? Math.min(mostTries[fault.kind], fault.kind === 'timeout' ? 1 : 2) : mostTries[fault.kind];
  if (tries >= most) return relieved || !patientKinds.has(fault.kind) ? null : longDelay(fault, tries, random, left_ms);
  if (fault.retry_after_ms !== null) {
    const longest = relieved ? longestAskedMs.relieved : longestAskedMs.alone;
    return fault.retry_after_ms > longest ? null : fault.retry_after_ms;
  }
  return Math.floor(random * stepOf(tries));
}

/** The last try is made when patience ends. */
function longDelay(
  { retry_after_ms }: { retry_after_ms: number | null },
  tries: number,
  random: number,
  left_ms: number,
): number | null {
  const asked = retry_after_ms ?? 0;
  if (left_ms <= 0 || asked > left_ms) return null;
  return Math.min(left_ms, Math.max(asked, Math.ceil((0.5 + random / 2) * stepOf(tries))));
}

const stepOf = (tries: number): number => Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1));
