import type { Missing } from '../../schema/judge/review.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { PullStage } from '../../schema/run/events/forge-events.ts';
import type { Task } from '../../schema/run/task.ts';

export interface Baseline {
  tree: string;
  runner: string | null;
  total: number;
  failed: number;
  duration_ms: number;
  run_ref: string;
}

/** What the journal says about a task of a run. Made by `fold` alone. */
export interface TaskState {
  task: Task;
  improvement: boolean;
  status: 'pending' | 'active' | 'completed' | 'failed';
  reason: string;
  /** The commit that the task builds on, once assigned. */
  parent: string | null;
  /** What the tests said of that commit. */
  baseline: Baseline | null;
  tier: string | null;
  /** The first attempt that counts for the current tier. */
  tier_from: number;
  attempts: AttemptState[];
  /** Attempts before this one were made on another commit than `parent`. */
  merged_from: number;
  messages: Message[];
  commit: { sha: string; branch: string; tree: string } | null;
  learned: boolean;
  pull: TaskPull | null;
  /** The attempt that its pull request shows, by stage. */
  pull_shown: Partial<Record<PullStage, number>>;
  /** What it taught: the kind of error that it got past. */
  lesson: string | null;
  /** The test engineer was asked: once a task. */
  tests_asked: boolean;
  /** Lessons that went into the prompts of its attempts. */
  recalled: EventOf<'lesson.recalled'>[];
  /** What its attempts were told of earlier executions. */
  history: EventOf<'history.recalled'>[];
  hints: string[];
  /** Files that a person opened for this task on being asked. */
  unlocked: string[];
  active_ms: number;
}

/** The pull request of a task. */
export interface TaskPull {
  number: number;
  ref: string;
  url: string;
  /** Null: an older journal does not say. */
  branch: string | null;
  base: string | null;
  /** The commit at its tip, where this run put it; null: not known yet. */
  sha: string | null;
  draft: boolean;
  state: 'open' | 'merged' | 'pending';
}

/** A message between the Moderator and the TechLead about a task. */
export interface Message {
  /** The place in the journal where it was sent. */
  seq: number;
  to: EventOf<'message.sent'>['to'];
  kind: EventOf<'message.sent'>['kind'];
  round: number;
  /** The attempt that it is about; 0: the task as such. */
  attempt: number;
  received: boolean;
}

export interface AttemptState {
  attempt: number;
  tier: string;
  from_tree: string;
  prompt_ref: string | null;
  /** The newest tree that a step recorded: where a resumed attempt goes on. */
  tree: string;
  finished: EventOf<'attempt.finished'> | null;
  judged: EventOf<'verdict.reached'> | null;
  /** How it stood before a test engineer added tests to it, which it is judged with again. */
  before_tests: Pick<AttemptState, 'finished' | 'judged'> | null;
  integrity: string[];
  analyses: EventOf<'failure.analysed'>[];
  /** The code hash under which the debug memory has it. */
  remembered: string | null;
  /** What kept it from being merged, though it passed. */
  conflict: EventOf<'change.merged'> | null;
  loop: EventOf<'loop.detected'> | null;
  review: EventOf<'review.scored'> | null;
  /** What the user's hooks said last, and how often they changed its files. */
  hooks: EventOf<'hooks.ran'> | null;
  hook_changes: number;
  /** What nobody has looked at, though it was asked; empty once it is asked again. */
  missing: Missing[];
  /** How often the review was asked in vain. */
  unreviewed: number;
  /** What a person said to that: commit it all the same, or not. */
  leave: boolean | null;
  /** A person has answered what this attempt asked. */
  answered: boolean;
  /** What all calls for it came to. */
  usd: number;
  started_at: number;
  /** Time worked on the run when it began, and when it was last heard of. */
  began_ms: number;
  ended_ms: number;
}

/** How an attempt ended. Nothing is judged, reviewed or delivered before that. */
export function finishedOf({ attempt, finished }: AttemptState): EventOf<'attempt.finished'> {
  if (finished === null) throw new Error(`attempt ${attempt} is asked for its work before it ended`);
  return finished;
}

/** The commit that an assigned task builds on. */
export function parentOf({ task, parent }: TaskState): string {
  if (parent === null) throw new Error(`the task ${task.id} is worked on before it was assigned`);
  return parent;
}

export const lastAttempt = (task: TaskState): AttemptState | undefined => task.attempts.at(-1);

/** The attempts that count against the current tier's limit. */
export const tierAttempts = (task: TaskState): AttemptState[] => task.attempts.slice(task.tier_from);

/** Tests that fail, as far as a verdict could count them; null when none ran, or not to an end. */
export function failingTests({ judged }: AttemptState): number | null {
  if (!judged || judged.crashed || judged.hung) return null;
  const { tests, stopped_at } = judged.verdict;
  const ran = tests.total > 0 && (stopped_at === null || stopped_at === 'tests');
  return ran ? tests.failed + tests.errors : null;
}
