import { inShort } from '../../../../schema/judge/review.ts';
import type { EventOf } from '../../../../schema/run/event.ts';
import { count, doingWords, emptyPlanWords, failingWords, phaseWords, statusWords, testWords } from '../../../words.ts';
import type { ShownEvent } from '../../wire.ts';

/** What an event says in one line; null for what only other views show. */
export function sayingOf(event: ShownEvent): { word: string; text: string } | null {
  const say = (word: string, text: string) => ({ word, text });
  switch (event.type) {
    case 'run.started':
      return say('run', `started on ${event.base.slice(0, 10)}`);
    case 'run.resumed':
      return say('run', `continues (${event.owner})`);
    case 'step.finished':
      return event.error ? say('step', `${doingWords[event.step]} failed: ${event.error.message}`) : null;
    case 'phase.changed':
      return say('phase', phaseWords[event.to]);
    case 'baseline.measured':
      return say(
        'baseline',
        [`${count(event.total, 'test')} before, ${event.failed} failing`, ...failingWords(event)].join('; '),
      );
    case 'plan.proposed':
      return say('plan', planned(event));
    case 'plan.confirmed':
      return say('plan', event.by === 'person' ? 'confirmed' : 'accepted without asking');
    case 'attempt.started':
      return say('attempt', `${event.attempt} of ${event.task} by ${event.tier}`);
    case 'attempt.finished':
      return say(
        'change',
        `${count(event.files.length, 'file')}, +${event.insertions} −${event.deletions}${event.summary ? `: ${event.summary}` : ''}`,
      );
    case 'model.failed':
      return say('model', `${event.model} failed: ${event.message}`);
    case 'tier.stopped':
      return say('tier', `${event.tier} gets no more calls: ${event.reason}`);
    case 'budget.exhausted':
      return say('budget', `the next call could exceed the ${event.cap} limit`);
    case 'verdict.reached':
      return say(
        'verdict',
        `${event.verdict.status}: ${event.verdict.tests.passed} of ${event.verdict.tests.total} tests pass`,
      );
    case 'tests.written':
      return say('tests', event.files.length === 0 ? 'none were added' : `added: ${event.files.join(', ')}`);
    case 'integrity.violated':
      return say('integrity', `${event.rule}: ${event.files.join(', ')}`);
    case 'failure.analysed':
      return say('analysis', `${testWords(event.test)}: ${event.root_cause}`);
    case 'loop.detected':
      return say('loop', event.evidence);
    case 'tier.chosen':
      return say('tier', `${event.tier} instead of ${event.instead_of}: ${event.reason}`);
    case 'tier.escalated':
      return say('escalate', `${event.from} → ${event.to}: ${event.reason}`);
    case 'review.scored':
      return say('review', `${inShort(event)}, round ${event.round}`);
    case 'review.missing':
      return say('review', event.missing.map(({ reason }) => reason).join('; '));
    case 'change.merged':
      return say(
        'merge',
        event.tree === null ? `conflicts in ${event.conflicts.join(', ')}` : `onto ${event.onto.slice(0, 10)}`,
      );
    case 'hooks.ran':
      return say('hook', `${event.hook}: ${event.outcome}`);
    case 'commit.created':
      return say('commit', `${event.sha.slice(0, 10)} on ${event.branch}`);
    case 'pr.opened':
      return say('pr', `${event.ref} ${event.url}`);
    case 'lesson.recalled':
      return say('lesson', `recalled: ${event.fix}`);
    case 'lesson.learned':
      return say('lesson', `learned: ${event.error.replace(/:$/, '')}: ${event.fix}`);
    case 'improvement.proposed':
      return say('improve', `${event.title} (${event.category}, priority ${event.priority})`);
    case 'task.finished':
      return say('task', `${event.task} ${event.status}${event.reason ? `: ${event.reason}` : ''}`);
    case 'handed.over':
      return say('question', event.question ?? event.reason);
    case 'answer.given':
      return say(event.asked === false ? 'you said' : 'answer', event.text);
    case 'cancel.requested':
      return say('cancel', event.reason);
    case 'run.finished':
      return say('finish', `${statusWords(event)}${event.reason ? `: ${event.reason}` : ''}`);
    default:
      return null;
  }
}

function planned({ tasks, improvement }: EventOf<'plan.proposed'>): string {
  if (tasks.length === 0) return emptyPlanWords(improvement);
  return `${count(tasks.length, 'task')}: ${tasks.map(({ title }) => title).join(' · ')}`;
}
