import type { EventOf } from '../../../../schema/run/event.ts';
import type { ShownEvent } from '../../wire.ts';
import type { Attempt, RunModel, Step } from './shape.ts';

/** What an event says about an attempt goes to that attempt. */
export function foldAttempt(run: RunModel, event: ShownEvent): void {
  const attempt = attemptOf(run, event);
  if (attempt) attempt.ended_ms = run.active_ms;
  switch (event.type) {
    case 'attempt.started':
      begun(run, event);
      return;
    case 'agent.step': {
      const step: Step = event;
      (attempt?.steps ?? run.steps).push(step);
      return;
    }
    case 'model.called': {
      if (attempt) attempt.usd += event.usd;
      return;
    }
    case 'tier.escalated': {
      const last = run.tasks.find(({ task: { id } }) => id === event.task)?.attempts.at(-1);
      if (last) last.escalated = event;
      return;
    }
    case 'commit.created': {
      const task = run.tasks.find(({ task: { id } }) => id === event.task);
      if (task && !event.partial) task.commit = event.sha;
      return;
    }
  }
  if (!attempt) return;
  if (event.type === 'attempt.finished') attempt.finished = event;
  if (event.type === 'verdict.reached') attempt.judged = event;
  if (event.type === 'review.scored') attempt.reviews.push(event);
  if (event.type === 'review.missing') attempt.missing.push(event);
  if (event.type === 'loop.detected') attempt.loop = event;
  if (event.type === 'failure.analysed') attempt.analyses.push(event);
  if (event.type === 'integrity.violated') attempt.violations.push(event);
  if (event.type === 'tests.written') attempt.tests = event;
}

function begun(run: RunModel, event: EventOf<'attempt.started'> & { at: string }): void {
  const task = run.tasks.find(({ task: { id } }) => id === event.task);
  if (!task) return;
  task.status = 'active';
  task.attempts.push({
    ...{ task: event.task, attempt: event.attempt, tier: event.tier, started_at: event.at },
    ...{ began_ms: run.active_ms, ended_ms: run.active_ms, steps: [], usd: 0 },
    ...{ finished: null, judged: null, reviews: [], missing: [], loop: null, analyses: [], violations: [] },
    ...{ tests: null, escalated: null },
  });
}

function attemptOf(run: RunModel, event: ShownEvent): Attempt | null {
  if (!('task' in event) || !('attempt' in event) || event.attempt === undefined) return null;
  const task = run.tasks.find(({ task: { id } }) => id === event.task);
  return task?.attempts.findLast(({ attempt }) => attempt === event.attempt) ?? null;
}
