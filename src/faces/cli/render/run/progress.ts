import type { Recorded } from '../../../../schema/run/event.ts';
import { dollars } from '../../../words.ts';
import { oneLine } from '../../text.ts';

/** What a run is doing now, as far as its events tell. */
export interface Progress {
  doing: string;
  task: string | null;
  tier: string | null;
  attempt: number | null;
  steps: number;
  action: string | null;
  usd: number;
}

export const initialProgress: Progress = {
  doing: 'starting',
  task: null,
  tier: null,
  attempt: null,
  steps: 0,
  action: null,
  usd: 0,
};

export function advance(progress: Progress, event: Recorded): Progress {
  switch (event.type) {
    case 'step.started':
      return { ...progress, doing: event.step, task: event.task, action: null };
    case 'attempt.started':
      return { ...progress, task: event.task, tier: event.tier, attempt: event.attempt, steps: 0, action: null };
    case 'agent.step':
      return { ...progress, steps: progress.steps + 1, action: event.action };
    case 'model.called':
    case 'model.failed':
      return { ...progress, usd: progress.usd + event.usd };
    case 'task.finished':
      return { ...progress, task: null, tier: null, attempt: null, steps: 0, action: null };
    default:
      return progress;
  }
}

/** One line that fits `columns`; characters outside ASCII may be two columns wide and are counted so. */
export function statusLine(progress: Progress, elapsedMs: number, columns: number): string {
  const parts = [clock(elapsedMs), [progress.doing, progress.task].filter(Boolean).join(' ')];
  if (progress.tier !== null) parts.push(`tier ${progress.tier}`);
  if (progress.attempt !== null) parts.push(`attempt ${progress.attempt}`);
  if (progress.steps > 0) parts.push(`step ${progress.steps}${progress.action === null ? '' : ` ${progress.action}`}`);
  parts.push(dollars(progress.usd));
  return clip(oneLine(parts.join(' · '), 400), columns);
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function clip(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const char of text) {
    width += char < '\u007f' || char === '·' ? 1 : 2;
    if (width > columns) return kept;
    kept += char;
  }
  return kept;
}
