import type { Recorded } from '../../schema/run/event.ts';
import type { RunStatus } from '../../schema/run/lifecycle.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { forecastUsd } from '../money/forecast.ts';
import { tierOf } from '../task/ladder.ts';
import type { TaskState } from '../task/task-state.ts';
import { fold } from './fold.ts';
import { initialState } from './initial-state.ts';
import type { RunState } from './run-state.ts';

/** What metrics are made from: one run, without its words. */
export interface RunFacts {
  /** Null: it has not ended. */
  status: RunStatus | null;
  consultation: boolean;
  usd: number;
  usd_by_tier: Record<string, number>;
  /** Time in which somebody worked on it. */
  seconds: number;
  /** The strongest tier, and what a task is thought to cost with it alone, where it has a price. Null: nobody counts it. */
  top: { name: string; forecast_usd: number | null } | null;
  learned: number;
  /** Those that an attempt was made at. */
  tasks: TaskFacts[];
}

export interface TaskFacts {
  outcome: 'solved' | 'unsolved' | 'cancelled';
  effort_hours: number;
  seconds: number;
  /** All that was spent on it. */
  usd: number;
  /** A person was asked about it. */
  asked: boolean;
  /** Attempts into which lessons were recalled, each as often as there were lessons. */
  recalled: number[];
  attempts: AttemptFacts[];
}

export interface AttemptFacts {
  tier: string;
  /** With what was spent on judging it. */
  usd: number;
  passed: boolean;
  /** The repairer passed the task on: for nothing, and mostly at once. */
  passed_on: boolean;
  loop: string | null;
  /** The developer went in circles within the attempt. */
  looped_within: boolean;
  /** Attempts that its tier still had. */
  remaining: number;
  /** The tests that failed, and the kinds of errors. */
  failed_tests: string[];
  patterns: string[];
}

/** Total: any journal gives facts. */
export function factsOf(events: Iterable<Recorded>): RunFacts {
  let state: RunState = initialState;
  let learned = 0;
  const ledgers = new Map<string, TaskLedger>();
  const ledgerOf = (task: string): TaskLedger => {
    const ledger = ledgers.get(task) ?? { usd: 0, by_attempt: new Map<number, number>(), asked: false, recalled: [] };
    ledgers.set(task, ledger);
    return ledger;
  };
  for (const event of events) {
    state = fold(state, event);
    if (event.type === 'lesson.learned') learned += 1;
    if (!('task' in event) || typeof event.task !== 'string') continue;
    const ledger = ledgerOf(event.task);
    const current = state.tasks.find(({ task }) => task.id === event.task)?.attempts.length ?? 0;
    if (event.type === 'handed.over' && event.question !== null) ledger.asked = true;
    if (event.type === 'lesson.recalled') ledger.recalled.push(event.attempt ?? current + 1);
    if (event.type === 'model.called' || event.type === 'model.failed') {
      ledger.usd += event.usd;
      ledger.by_attempt.set(current, (ledger.by_attempt.get(current) ?? 0) + event.usd);
    }
  }
  const { finished, policy } = state;
  return {
    status: finished?.status ?? null,
    consultation: policy?.agent !== undefined,
    // The end also knows calls whose record was lost in a crash.
    usd: Math.max(finished?.usd ?? 0, state.usd),
    usd_by_tier: state.usd_by_tier,
    seconds: finished?.seconds ?? state.active_ms / 1000,
    top: policy && topOf(policy),
    learned,
    tasks: state.tasks
      .filter(({ attempts }) => attempts.length > 0)
      .map((task) => taskFacts(task, ledgerOf(task.task.id), state)),
  };
}

interface TaskLedger {
  usd: number;
  /** By place in the task, from 1; 0: before the first. */
  by_attempt: Map<number, number>;
  asked: boolean;
  recalled: number[];
}

function taskFacts(task: TaskState, ledger: TaskLedger, { policy, finished }: RunState): TaskFacts {
  const solved = task.status === 'completed';
  return {
    outcome: solved ? 'solved' : finished?.status === 'cancelled' ? 'cancelled' : 'unsolved',
    effort_hours: task.task.effort_hours,
    seconds: task.active_ms / 1000,
    usd: ledger.usd,
    asked: ledger.asked,
    recalled: ledger.recalled,
    attempts: task.attempts.map((attempt, index) => ({
      tier: attempt.tier,
      usd: ledger.by_attempt.get(index + 1) ?? 0,
      passed: attempt.judged?.verdict.status === 'pass',
      passed_on: attempt.finished?.ended === 'hand_over' && isRepairer(policy, attempt.tier),
      loop: attempt.loop?.kind ?? null,
      looped_within: attempt.finished?.ended === 'step_loop',
      remaining: attempt.loop && policy ? attemptsLeft(task, attempt.tier, index, policy) : 0,
      failed_tests: [...new Set(attempt.judged?.verdict.test_failures?.map(({ test }) => test) ?? [])],
      patterns: [...new Set(attempt.analyses.flatMap(({ pattern, noise }) => (pattern && !noise ? [pattern] : [])))],
    })),
  };
}

const isRepairer = (policy: Policy | null, name: string): boolean =>
  policy !== null && tierOf(policy, name)?.developer === 'repair';

/** As far as the limits of its tier and of the task go. */
function attemptsLeft({ attempts }: TaskState, name: string, index: number, policy: Policy): number {
  const allowed = tierOf(policy, name)?.attempts;
  if (allowed === undefined) return 0;
  const attemptsMade = attempts.slice(0, index + 1).filter(({ tier }) => tier === name).length;
  return Math.max(0, Math.min(allowed - attemptsMade, policy.limits.attempts_per_task - index - 1));
}

/** What an agent of another kind spends is only known where somebody said so. */
function topOf(policy: Policy): RunFacts['top'] {
  const top = policy.tiers.at(-1);
  const external = top?.developer === 'acp' || top?.developer === 'command';
  if (!top || (external && top.attempt_usd === undefined)) return null;
  return { name: top.name, forecast_usd: top.price === null ? null : forecastUsd({ ...policy, tiers: [top] }, 1) };
}
