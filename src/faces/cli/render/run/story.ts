import type { Recorded } from '../../../../schema/run/event.ts';
import type { Style } from '../style.ts';
import { isMilestone, linesFor } from './lines.ts';
import { advance, initialProgress, type Progress } from './progress.ts';

/** The milestones of one run as lines, with what it has cost so far. */
export interface Story {
  tell(event: Recorded): string[];
  progress(): Progress;
}

export function createStory(style: Style): Story {
  let progress = initialProgress;
  let several = false;
  return {
    tell(event) {
      progress = advance(progress, event);
      if (event.type === 'run.started') several = event.policy.parallel > 1;
      if (!isMilestone(event)) return [];
      // The question itself is put to the person when the run has come to rest.
      const told = event.type === 'handed.over' ? { ...event, question: null } : event;
      const lines = linesFor(told, { ...style, spent: progress.usd });
      return several ? labelled(lines, event) : lines;
    },
    progress: () => progress,
  };
}

/** Where tasks go on side by side, each milestone says whose it is. */
function labelled([first, ...rest]: string[], event: Recorded): string[] {
  if (first === undefined) return [];
  const task = 'task' in event && typeof event.task === 'string' ? event.task : null;
  const isNamed = task === null || event.type === 'attempt.started' || event.type === 'task.finished';
  return [isNamed ? first : `${first} (${task})`, ...rest];
}
