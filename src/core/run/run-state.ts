import type { Conversation } from '../../schema/agents/conversation.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Phase, StepKind } from '../../schema/run/lifecycle.ts';
import type { InitialTests } from '../../schema/run/report.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Baseline, TaskState } from '../task/task-state.ts';

/** What the journal says about a run. Made by `fold` alone. */
export interface RunState {
  seq: number;
  run: string;
  request: string;
  request_ref: string;
  target: string;
  base: string;
  scope: string;
  policy: Policy | null;
  /** What a person has changed of the policy's limits since. */
  limits: RaisedLimits;
  phase: Phase;
  /** The phase that its end came in. */
  ended_in: Phase | null;
  started_at: number;
  last_at: number;
  /** Time in which somebody worked on it: gaps before a resume do not count. */
  active_ms: number;
  /** The steps in flight, by task (`''`: the run's own). */
  running: Record<string, StepKind>;
  /** How often in a row a step ended in an error, by kind and task. */
  step_errors: Record<string, { count: number; last: StepError }>;
  baseline: Baseline | null;
  /** The tests as the run found them: `baseline` moves on with every commit. */
  initialTests: InitialTests | null;
  /** `answer`: what a person said of it last. */
  plan: { confirmed: boolean; answer: string | null } | null;
  tasks: TaskState[];
  /** How the work stands as a whole, once all tasks are done. */
  accepted: EventOf<'criteria.checked'> | null;
  /** Improvement cycles begun. */
  improvements: number;
  /** What the run had cost when its work was done and improvements began; null: they have not. */
  before_improving: number | null;
  /** The agents at work, and how those that ended did. */
  conversations: Record<string, Conversation>;
  outcomes: Record<string, EventOf<'agent.finished'> & { tree: string | null; conversation: Conversation | null }>;
  /** What a person said to questions of the run itself before there was a plan, and of what to change in one. */
  answers: { question: string; text: string; of_plan: boolean }[];
  /** All that a person said during the run, besides a plain yes or no to a question. */
  remarks: string[];
  /** What of it no developer has read. */
  unread: Unread[];
  usd: number;
  usd_by_tier: Record<string, number>;
  usd_by_role: Record<string, number>;
  usd_by_task: Record<string, number>;
  /** Tiers that are called no more in this run, and why. */
  stopped: Record<string, string>;
  /** What the last provider said that refused the key of a tier, by tier. `key`: the variable that it is in. */
  refused_keys: Record<string, { model: string; message: string; key: string | null }>;
  /** Models that were given up because they could not answer, by tier, until one of their provider does. */
  outages: Record<string, { model: string; fault: string; message: string }>;
  exhausted: EventOf<'budget.exhausted'> | null;
  waiting: {
    task: string | null;
    question: string;
    unlock: string[];
    about: NonNullable<EventOf<'handed.over'>['about']> | null;
  } | null;
  cancelled: string | null;
  /** The newest commit: what the next task builds on. */
  tip: string;
  branch: string | null;
  commits: string[];
  /** The commit that keeps unfinished work. */
  salvaged: {
    branch: string;
    sha: string;
    tree: string;
    tag: string | null;
    task: string;
    attempt: number | null;
  } | null;
  landing: Landing;
  /** A person was told that it is theirs now. */
  handed_over: boolean;
  /** The issue that the run came from was told its end, or could not be. */
  answered: boolean;
  finished: EventOf<'run.finished'> | null;
}

/** A person's text that no developer has read. `task`: the task whose next attempt would read it; null: none would. */
export interface Unread {
  text: string;
  task: string | null;
}

export type RaisedLimits = NonNullable<EventOf<'run.resumed'>['limits']>;

/** How far the commits of a run have come beyond their own branch. */
export interface Landing {
  /** The branch that was checked out when the run began; null: none, or nobody knows. */
  into: string | null;
  /** Where that branch must still be. */
  onto: string;
  squashed: boolean;
  /** The work on top of a base that has moved, until it is judged and used. */
  rebased: EventOf<'base.moved'> | null;
  /** How often the base has moved. */
  moves: number;
  merged: EventOf<'branch.merged'> | null;
  pushed: EventOf<'branch.pushed'> | null;
  refused: EventOf<'delivery.refused'> | null;
  backups: EventOf<'backup.kept'>[];
  /** Signed commits by task and attempt. */
  prepared: EventOf<'commit.prepared'>[];
  undone: EventOf<'delivery.undone'> | null;
}

export type StepError = NonNullable<EventOf<'step.finished'>['error']>;

/** Whether an answer is a yes. */
export const isYes = (answer: string): boolean => /^\s*(y|yes|ok|proceed|oui)\b/i.test(answer);

export const isNo = (answer: string): boolean => /^\s*(n|no|non|stop|cancel)\b/i.test(answer);

export const stepKey = (kind: StepKind, task: string | null): string => `${kind}:${task ?? ''}`;
export const conversationKey = (agent: string, task: string | null, attempt: number | null): string =>
  `${agent}:${task ?? ''}:${attempt ?? ''}`;

/** What was spent under a name; a task or a tier may be called `constructor`. */
export const usdOf = (amounts: Record<string, number>, name: string): number =>
  (Object.hasOwn(amounts, name) ? amounts[name] : undefined) ?? 0;

/** The provider of `provider/model`. */
export const providerIn = (model: string): string => model.split('/')[0] ?? '';

/** Why a tier is called no more; null: it still is. */
export const stoppedTier = (stopped: RunState['stopped'], tier: string | null): string | null =>
  tier !== null && Object.hasOwn(stopped, tier) ? `tier ${tier} was stopped: ${stopped[tier]}` : null;
