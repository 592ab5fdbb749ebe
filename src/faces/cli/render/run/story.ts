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
  return {
    tell(event) {
      progress = advance(progress, event);
      if (!isMilestone(event)) return [];
      // The question itself is put to the person when the run has come to rest.
      const told = event.type === 'handed.over' ? { ...event, question: null } : event;
      return linesFor(told, { ...style, spent: progress.usd });
    },
    progress: () => progress,
  };
}
