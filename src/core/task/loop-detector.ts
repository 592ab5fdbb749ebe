/** One attempt as the detector sees it: states and evidence, never texts. */
export interface Trace {
  attempt: number;
  tier: string;
  tree: string;
  /** The attempt left the base tree as it was. */
  unchanged: boolean;
  signature: string | null;
  fingerprint: string;
  /** How like the tier's change before it, as an embedding model sees it, where there is one. */
  alike?: number | undefined;
  /** Failing tests; null when they could not be counted. */
  failing: number | null;
  broken: number;
}

export interface Loop {
  kind: 'same_state' | 'same_failure' | 'cycle' | 'same_intent';
  evidence: string;
}

/** Whether the newest attempt shows that the work goes in circles. Progress is never a loop. */
export function detectLoop(history: Trace[], sameFailure: number): Loop | null {
  const current = history.at(-1);
  if (!current) return null;
  const tier = history.filter((trace) => trace.tier === current.tier);
  return (
    sameState(history, current) ??
    (progressed(tier) ? null : (repeatedFailure(tier, sameFailure) ?? sameIntent(tier) ?? cycle(tier)))
  );
}

/** Fewer failing tests than ever before in these attempts, and none newly broken. */
function progressed(history: Trace[]): boolean {
  const current = history.at(-1);
  if (!current || current.failing === null || current.broken > 0) return false;
  const earlier = history.slice(0, -1).flatMap((trace) => (trace.failing === null ? [] : [trace.failing]));
  return earlier.length > 0 && current.failing < Math.min(...earlier);
}

function sameState(history: Trace[], current: Trace): Loop | null {
  const earlier = history.slice(0, -1);
  if (current.unchanged) {
    const idle = earlier.findLast((trace) => trace.unchanged && trace.tier === current.tier);
    return idle
      ? { kind: 'same_state', evidence: `attempts ${idle.attempt} and ${current.attempt} both changed nothing` }
      : null;
  }
  const twin = earlier.find((trace) => trace.tree === current.tree);
  if (!twin) return null;
  return {
    kind: 'same_state',
    evidence: `attempt ${current.attempt} made the same change as attempt ${twin.attempt}`,
  };
}

function repeatedFailure(tier: Trace[], times: number): Loop | null {
  const recent = tier.slice(-times);
  const signature = recent[0]?.signature;
  if (recent.length < times || !signature || recent.some((trace) => trace.signature !== signature)) return null;
  if (fewestFailures(recent.slice(1)) < fewestFailures(recent.slice(0, 1))) return null;
  return { kind: 'same_failure', evidence: `attempts ${numbers(recent)} failed in the same way` };
}

function sameIntent(tier: Trace[]): Loop | null {
  const [before, after] = tier.slice(-2);
  if (!before || !after || before.unchanged || after.unchanged) return null;
  if (before.signature !== after.signature) return null;
  const alike = Math.max(likeness(before.fingerprint, after.fingerprint), after.alike ?? 0);
  if (alike <= sameAbove) return null;
  const how =
    alike === 1 ? 'the same change in other words' : `nearly the same change (${Math.floor(100 * alike)} % alike)`;
  return { kind: 'same_intent', evidence: `attempts ${numbers([before, after])} make ${how} and fail alike` };
}

const sameAbove = 0.95;

/** Versions of fingerprints that look like `v4:<hash>:<words>:<sketch>`; the first ones were a hash alone. */
const sketched = /^v[234]$/;

/**
 * How alike two changes are, from 0 to 1. Fingerprints of one version that say the same words are compared by the
 * cosine of their sketches; those of two versions say nothing about each other.
 */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [one.split(':'), other.split(':')];
  if (a[0] !== b[0] || !sketched.test(a[0] ?? '')) return 0;
  if (a[1] === b[1]) return 1;
  if (a[2] !== b[2] || !a[3] || !b[3]) return 0;
  return Math.min(0.99, cosine(vector(a[3]), vector(b[3])));
}

const vector = (sketch: string) => new Int8Array(Buffer.from(sketch, 'base64'));

function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  return length === 0 || a.length !== b.length ? 0 : dot(a, b) / length;
}

function cycle(tier: Trace[]): Loop | null {
  for (const [what, key] of [
    ['trees', (trace: Trace) => trace.tree],
    ['failures', (trace: Trace) => trace.signature ?? ''],
  ] as const) {
    const period = repeatedPeriod(tier.map(key), 2);
    if (period === null) continue;
    const [first, second] = [tier.slice(-2 * period, -period), tier.slice(-period)];
    if (fewestFailures(second) < fewestFailures(first)) continue;
    return {
      kind: 'cycle',
      evidence: `the ${what} of attempts ${numbers(first)} came back in attempts ${numbers(second)}`,
    };
  }
  return null;
}

/** The shortest period of two or more that the end of the list repeats `times` times; one thing over and over has none. */
export function repeatedPeriod(keys: string[], times: number): number | null {
  const last = keys.length - 1;
  const run = last - keys.findLastIndex((key) => key !== keys[last]);
  for (let period = Math.max(2, run + 1); period * times <= keys.length; period += 1) {
    let same = 0;
    while (same < period * (times - 1) && keys[last - same] === keys[last - same - period]) same += 1;
    if (same === period * (times - 1)) return period;
  }
  return null;
}

/** The same detector on the steps of an agent: a nudge at the third identical step, the end at the fifth or a cycle seen thrice. */
export function detectStepLoop(keys: string[]): StepLoop | null {
  const last = keys.at(-1);
  const running = keys.length - 1 - keys.findLastIndex((key) => key !== last);
  const identical = (times: number) => ({ from: keys.length - times + 1, period: 1, times });
  if (running >= 5) return { call: 'end', ...identical(running) };
  const period = repeatedPeriod(keys, 3);
  if (period !== null) return { call: 'end', from: keys.length - 3 * period + 1, period, times: 3 };
  return running >= 3 ? { call: 'nudge', ...identical(running) } : null;
}

/** Steps that repeat, counted from 1: `times` rounds of `period` steps, the first of which is step `from`. */
export interface StepLoop {
  call: 'nudge' | 'end';
  from: number;
  period: number;
  times: number;
}

/** Names the repeated steps, so that a person can look them up. */
export function stepEvidence({ from, period, times }: StepLoop): string {
  const rounds = Array.from({ length: times }, (_, round) => from + round * period);
  if (period === 1) return `steps ${listed(rounds.map(String))} are the same`;
  return `steps ${listed(rounds.map((first) => `${first}-${first + period - 1}`))} are the same`;
}

const listed = (parts: string[]): string => `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const fewestFailures = (traces: Trace[]) =>
  Math.min(
    ...traces.map((trace) =>
      trace.broken > 0 ? Number.POSITIVE_INFINITY : (trace.failing ?? Number.POSITIVE_INFINITY),
    ),
  );
const numbers = (traces: Trace[]) => traces.map((trace) => trace.attempt).join(', ');
