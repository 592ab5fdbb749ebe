import type { Criterion } from '../../../../schema/judge/criterion.ts';
import type { EventOf } from '../../../../schema/run/event.ts';
import type { Phase } from '../../../../schema/run/lifecycle.ts';
import type { Task } from '../../../../schema/run/task.ts';
import type { ShownEvent, ShownStart } from '../../wire.ts';

export interface Step extends EventOf<'agent.step'> {
  at: string;
}

export interface Attempt {
  task: string;
  attempt: number;
  tier: string;
  started_at: string;
  /** The run's `active_ms` when it began, and at the last that was said of it. */
  began_ms: number;
  ended_ms: number;
  steps: Step[];
  usd: number;
  finished: (EventOf<'attempt.finished'> & { at: string }) | null;
  judged: EventOf<'verdict.reached'> | null;
  reviews: EventOf<'review.scored'>[];
  missing: EventOf<'review.missing'>[];
  loop: EventOf<'loop.detected'> | null;
  analyses: EventOf<'failure.analysed'>[];
  violations: EventOf<'integrity.violated'>[];
  tests: EventOf<'tests.written'> | null;
  /** The tier that took over after it. */
  escalated: EventOf<'tier.escalated'> | null;
}

export interface TaskModel {
  task: Task;
  improvement: boolean;
  status: 'pending' | 'active' | 'completed' | 'failed';
  reason: string;
  attempts: Attempt[];
  commit: string | null;
  usd: number;
}

export interface Question {
  text: string;
  about: 'review' | 'plan' | 'request' | null;
  task: string | null;
}

/** A run as its events tell it. Events that this page does not know change nothing. */
export interface RunModel {
  seq: number;
  /** How long it was worked on until its last event, and when that was. */
  active_ms: number;
  last_at: number;
  start: ShownStart | null;
  phase: Phase;
  doing: string | null;
  baseline: EventOf<'baseline.measured'> | null;
  plan: EventOf<'plan.proposed'> | null;
  confirmed: boolean;
  tasks: TaskModel[];
  /** What agents of no attempt did: the planner, the improver, a consultation. */
  steps: Step[];
  question: Question | null;
  usd: number;
  tokens: { input: number; cached: number; output: number };
  byTier: Map<string, number>;
  byRole: Map<string, number>;
  exhausted: EventOf<'budget.exhausted'> | null;
  commits: EventOf<'commit.created'>[];
  criteria: (Criterion & { task: string })[];
  log: ShownEvent[];
  finished: EventOf<'run.finished'> | null;
}
