import type { Verdict } from '../../schema/judge/verdict.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import type { Policy, Tier } from '../../schema/settings/policy.ts';
import { isRefusedByHook } from '../delivery/hooks.ts';
import { ofKind } from '../judge/findings.ts';
import { type Departure, departure } from '../learning/learned-order.ts';
import { type RunState, stoppedTier } from '../run/run-state.ts';
import {
  type AttemptState,
  type Baseline,
  failingTests,
  lastAttempt,
  type TaskState,
  tierAttempts,
} from './task-state.ts';

/** What follows a failed attempt. */
export type Move =
  | { kind: 'retry' }
  | { kind: 'next_tier'; to: string; reason: string }
  | { kind: 'ask_person'; question: string; reason: string; unlock: string[] }
  | { kind: 'give_up'; reason: string };

type Stopped = RunState['stopped'];

/** Stronger evidence first: a developer that gave up, a fatal failure, a loop, then the limits. */
export function afterFailure(
  task: TaskState,
  policy: Policy,
  left_usd = Number.POSITIVE_INFINITY,
  stopped: Stopped = {},
): Move {
  const attempt = tierAttempts(task).at(-1);
  if (!attempt) {
    // Another task may have had the tier stopped before this one began with it.
    const [reason, [open]] = [stoppedTier(stopped, task.tier), untried(task, policy, stopped)];
    return reason !== null && open ? { kind: 'next_tier', to: open.name, reason } : { kind: 'retry' };
  }
  if (paidAttempts(task, policy) >= policy.limits.attempts_per_task) {
    return giveUp(attempt, `all ${policy.limits.attempts_per_task} attempts at the task are used up`);
  }
  if (attempt.judged?.verdict.stopped_at === 'dependencies' && attempt.judged.verdict.integrity.length > 0)
    return askForLeave(attempt.judged.verdict, policy);
  const tier = tierOf(policy, task.tier);
  const reason = reasonToLeave(task, attempt, tier) ?? stoppedTier(stopped, task.tier);
  if (reason === null) return { kind: 'retry' };
  const top = policy.tiers.at(-1)?.name === task.tier;
  const [next] = untried(task, policy, stopped);
  // An answer would be of no use to the repairer, nor to a tier that is called no more.
  const answerable = tier?.developer !== 'repair' && stoppedTier(stopped, task.tier) === null;
  if (attempt.finished?.ended === 'hand_over' && answerable && (top || !next))
    return {
      kind: 'ask_person',
      question: attempt.finished.summary || 'The developer needs an answer before it can continue.',
      reason: 'the strongest tier cannot continue without a person',
      unlock: [],
    };
  const instead = departureFor(task, policy, left_usd, stopped);
  if (instead) return { kind: 'next_tier', to: instead.tier.name, reason: `${reason}; ${instead.reason}` };
  if (next && !tiersAfter(policy.tiers, task.tier).includes(next))
    return { kind: 'next_tier', to: next.name, reason: `${reason}; ${next.name} was skipped earlier and is tried now` };
  if (next) return { kind: 'next_tier', to: next.name, reason };
  return giveUp(
    attempt,
    `all tiers exhausted (${reason})${isRepairOnly(policy) ? '; only the repairer was tried' : ''}`,
  );
}

/** The tiers that can work on such a task: the repairer works on fixes only. */
export function tiersFor(kind: TaskKind, tiers: readonly Tier[]): readonly Tier[] {
  if (kind === 'fix') return tiers;
  const others = tiers.filter(({ developer }) => developer !== 'repair');
  return others.length > 0 ? others : tiers;
}

/** Whether no tier can do more than the small edits of the repairer. */
export const isRepairOnly = ({ tiers }: Policy): boolean =>
  tiers.length > 0 && tiers.every(({ developer }) => developer === 'repair');

/** All but the repairer's, which are free. */
function paidAttempts({ attempts }: TaskState, { tiers }: Policy): number {
  const free = tiers.filter(({ developer }) => developer === 'repair').map(({ name }) => name);
  return free.length === 0 ? attempts.length : attempts.filter(({ tier }) => !free.includes(tier)).length;
}

/** No tier can grant itself a new dependency. */
function askForLeave(verdict: Verdict, { tests }: Policy): Move {
  const dependencies = ofKind(verdict, 'needs_dependency')
    .map(({ text }) => text)
    .join(', ');
  const question =
    tests.install.length > 0
      ? `The change needs new dependencies: ${dependencies}. Allow them? (yes, or say what to do instead)`
      : `The change needs new dependencies: ${dependencies}. They cannot be installed, because tests.install is not set. What should be done instead?`;
  const unlock = tests.install.length > 0 ? verdict.integrity.map(({ file }) => file) : [];
  return { kind: 'ask_person', question, reason: 'needs_dependency', unlock };
}

/** Work that passed its tests and failed only its review is a rejected review, whichever limit came first. */
function giveUp(attempt: AttemptState, reason: string): Move {
  const { review, hooks } = attempt;
  if (isRefusedByHook(attempt))
    return { kind: 'give_up', reason: `the hook ${hooks?.hook} refuses the change; ${reason}` };
  return { kind: 'give_up', reason: review ? `review rejected: ${review.score}/100; ${reason}` : reason };
}

function reasonToLeave(task: TaskState, attempt: AttemptState, tier: Tier | undefined): string | null {
  const { finished } = attempt;
  if (finished?.ended === 'hand_over')
    return tier?.developer === 'repair'
      ? firstSentence(finished.summary)
      : `the developer gave up: ${finished.summary}`;
  if (finished?.ended === 'unavailable') return `the developer could not work: ${finished.summary}`;
  const trigger = fatal(attempt);
  if (trigger) return trigger;
  if (attempt.loop) return attempt.loop.evidence;
  const attemptCount = tierAttempts(task).length;
  return tier && attemptCount >= tier.attempts
    ? `${attemptCount} attempt${attemptCount === 1 ? '' : 's'} without a pass`
    : null;
}

const firstSentence = (text: string): string => text.split(/\.(?: |$)/, 1)[0] ?? text;

/** What sends the work to the next tier at once. */
export function fatal(attempt: AttemptState): string | null {
  const judged = attempt.judged;
  if (!judged) return null;
  const { stopped_at, recommendation } = judged.verdict;
  // The verdict in the journal lists only the first errors; its recommendation was made from all.
  if (stopped_at === 'syntax' && recommendation === 'escalate_tier') return 'three or more files with syntax errors';
  if (judged.crashed) return 'the tests crashed';
  if (judged.hung) return 'the tests hung';
  return null;
}

export function nextTier<T extends { name: string }>(tiers: readonly T[], current: string | null): T | undefined {
  return tiersAfter(tiers, current)[0];
}

/** Where to go instead of the tier that a task would begin with, or go to next. */
export function departureFor(
  task: TaskState,
  policy: Policy,
  left_usd: number,
  stopped: Stopped = {},
): Departure | null {
  if (!policy.history?.length) return null;
  const worked = [...new Set(task.attempts.filter(hasWorked).map(({ tier }) => tier))];
  const failed = worked.filter((name) => tierOf(policy, name)?.developer !== 'repair');
  return departure({ tiers: untried(task, policy, stopped), kind: task.task.kind, failed, left_usd }, policy.history);
}

/** Where a task begins instead of with the tier that it was given: where the history says, or because that was stopped. */
export function startFor(task: TaskState, policy: Policy, left_usd: number, stopped: Stopped): Departure | null {
  const departed = departureFor(task, policy, left_usd, stopped);
  const reason = stoppedTier(stopped, task.tier);
  const [tier] = untried(task, policy, stopped);
  return departed ?? (reason !== null && tier ? { tier, reason } : null);
}

/** The tiers to go to. One that the history went past is put off, not left out: it is still the next in order. */
function untried({ task, tier, attempts }: TaskState, policy: Policy, stopped: Stopped): Tier[] {
  const { history } = policy;
  const tiers = tiersFor(task.kind, policy.tiers);
  const open = (candidate: Tier) => tiers.includes(candidate) && stoppedTier(stopped, candidate.name) === null;
  if (history === undefined && attempts.length > 0) return tiersAfter(policy.tiers, tier).filter(open);
  const been = new Set(attempts.map((attempt) => attempt.tier));
  return tiers.filter((candidate) => !been.has(candidate.name) && open(candidate));
}

const hasWorked = ({ finished }: AttemptState): boolean => finished?.ended !== 'unavailable';

const tiersAfter = <T extends { name: string }>(tiers: readonly T[], current: string | null): T[] =>
  tiers.slice(tiers.findIndex((tier) => tier.name === current) + 1);

export function tierOf(policy: Policy, name: string | null): Tier | undefined {
  return policy.tiers.find((tier) => tier.name === name);
}

/**
 * The tree that the next attempt starts from: the same tier continues from its last tree, a new tier starts from the
 * best tree so far if the evidence shows that it is better than base. Null: from base, also after protected files were
 * changed.
 */
export function startingTree(task: TaskState, baseline: Baseline | null): string | null {
  const last = lastAttempt(task);
  const sameTier = last !== undefined && last.tier === task.tier && task.attempts.length > task.tier_from;
  const onBase = task.attempts.length > task.merged_from;
  const candidate = onBase && (sameTier || last?.answered) ? last : bestAttempt(task, baseline);
  if (!candidate?.judged || candidate.integrity.length > 0 || candidate.judged.verdict.control === 'failed')
    return null;
  return candidate.judged.judged_tree;
}

/** Nothing broken, nothing tampered with, and the tests that pass can fail. */
function isHonest({ integrity, judged }: AttemptState): boolean {
  return integrity.length === 0 && judged?.verdict.tests.broken === 0 && judged.verdict.control !== 'failed';
}

/** The attempt with the fewest failing tests, if it is better than base and breaks nothing. */
export function bestAttempt(task: TaskState, baseline: Baseline | null): AttemptState | undefined {
  let best: AttemptState | undefined;
  let least = baseline?.failed ?? 0;
  for (const attempt of task.attempts.slice(task.merged_from)) {
    const failing = failingTests(attempt);
    if (failing === null || failing >= least || !isHonest(attempt)) continue;
    best = attempt;
    least = failing;
  }
  return best;
}
