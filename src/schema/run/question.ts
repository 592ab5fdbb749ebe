import type { Recorded } from './event.ts';

/** True for the event after which what a run had asked of a person needs no answer any more. */
export const settlesQuestion = (event: Recorded): boolean =>
  event.type === 'answer.given' ||
  event.type === 'run.finished' ||
  (event.type === 'plan.proposed' && event.by === 'person');
