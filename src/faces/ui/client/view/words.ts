import type { RunBrief } from '../../../../schema/run/view.ts';
import { statusWords } from '../../../words.ts';

const times = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const older = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clocks = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** In the reader's own time. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  return (date.getFullYear() === new Date().getFullYear() ? times : older).format(date);
}
export const localClock = (iso: string): string => clocks.format(new Date(iso));

export type StatusTone = 'pass' | 'fail' | 'warning' | 'busy' | 'none';

const tones: Record<string, StatusTone> = {
  completed: 'pass',
  running: 'busy',
  waiting: 'warning',
  interrupted: 'none',
  cancelled: 'none',
};

export const statusTone = (status: string): StatusTone => tones[status] ?? 'fail';

/** `waiting` is about the reader. */
export const statusWord = (run: RunBrief): string =>
  run.status === 'waiting' ? 'needs you' : `${statusWords(run)}${run.undone ? ', undone' : ''}`;

export const signs: Record<string, string> = { pass: '✓', fail: '✗', warning: '!', busy: '…', none: '–' };

export const short = (sha: string): string => sha.slice(0, 10);

/** The last part of a path. */
export const baseName = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? path;
