import type { Outcome, Probes } from '../languages/repair/warm.ts';
import type { Fix } from './rank.ts';

/** Edits that make the tests pass and do the same with other inputs. */
export interface Behaviour {
  /** The best first. */
  members: Fix[];
  /** How far it is the right one, next to the others and to what no template makes: 0 to 1. */
  share: number;
}

/** The least share of a behaviour that is committed. */
export const sure = 0.55;

/** How much less an edit counts that is by this much less likely: e times. */
const warmth = 0.15;
/**
 * What an edit would have to be like to be as likely as that the right one is not among those that were tried. The more
 * tests still pass with it, the less: what is wrong mostly breaks one of them.
 */
const doubtWith = (passed: number): number => 1 - 0.04 * Math.min(5, Math.log2(Math.max(1, passed / 10)));
/** What it costs an edit that its answers hardly depend on the input. */
const blindness = 0.3;
/** What nearly every edit gives up on is no input that the code is for. */
const given_up = 0.6;

/**
 * Edits by what they do with inputs that the tests do not have, the likeliest behaviour first. Many edits that do the
 * same speak for each other; those that differ speak against each other, since the tests cannot tell which is right.
 */
export function behavioursOf(fixes: readonly Fix[], probes: Probes | null, cost: (one: Fix) => number): Behaviour[] {
  const outcomes = probes?.candidates ?? null;
  const telling = outcomes === null ? [] : tellingInputs(outcomes);
  const groups = new Map<string, Fix[]>();
  for (const [at, one] of fixes.entries()) {
    const own = outcomes === null ? [] : outcomes[at];
    // An edit that could not be asked may do anything.
    const key = own ? telling.map((input) => own[input]).join('\n') : `unasked ${at}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const costs = new Map(
    fixes.map((one, at) => [one, cost(one) + (isBlind(outcomes?.[at], probes?.base) ? blindness : 0)]),
  );
  const weight = (one: Fix) => Math.exp((-(costs.get(one) ?? 0) - doubtWith(one.trial.passed)) / warmth);
  const all = fixes.reduce((sum, one) => sum + weight(one), 1);
  return [...groups.values()]
    .map((members) => ({ members, share: members.reduce((sum, one) => sum + weight(one), 0) / all }))
    .sort((a, b) => b.share - a.share);
}

/** Whether the answers hardly depend on the input any more, where they did. */
function isBlind(own: readonly Outcome[] | null | undefined, base: readonly Outcome[] | null | undefined): boolean {
  const kinds = (outcomes: readonly Outcome[]) => new Set(outcomes.filter((one) => !/^!|^endless$/.test(one))).size;
  return own !== null && own !== undefined && base !== null && base !== undefined && 4 * kinds(own) < kinds(base);
}

function tellingInputs(outcomes: readonly (readonly Outcome[] | null)[]): number[] {
  const answers = outcomes.filter((own) => own !== null);
  const count = answers[0]?.length ?? 0;
  return Array.from({ length: count }, (_, input) => input).filter((input) => {
    const failed = answers.filter((own) => /^!|^endless$/.test(own[input] ?? '')).length;
    return failed < given_up * answers.length;
  });
}
