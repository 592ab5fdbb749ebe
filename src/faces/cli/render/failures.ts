import type { Recorded } from '../../../schema/run/event.ts';

/** What `pawl log --level error` shows. */
export function isFailure(event: Recorded): boolean {
  switch (event.type) {
    case 'model.failed':
    case 'budget.exhausted':
    case 'integrity.violated':
    case 'failure.analysed':
    case 'loop.detected':
    case 'memory.failed':
    case 'tier.escalated':
    case 'review.missing':
      return true;
    case 'handed.over':
      // To be asked about a plan is no failure.
      return event.about !== 'plan' && event.about !== 'request';
    case 'step.finished':
      return event.error !== null;
    case 'agent.finished':
      return event.state === 'escalate' || event.state === 'blocked';
    case 'attempt.finished':
      return event.ended !== 'finished';
    case 'verdict.reached':
      return event.verdict.status !== 'pass';
    case 'review.scored':
      return event.decision !== 'approve';
    case 'criteria.checked':
      return event.failures.length > 0 || event.criteria.some(({ state }) => state === 'unmet');
    case 'task.finished':
      return event.status === 'failed';
    case 'run.finished':
      return event.exit_code !== 0;
    default:
      return false;
  }
}
