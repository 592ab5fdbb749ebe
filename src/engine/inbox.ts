import type { Command } from '../ports/state/journal.ts';
import type { PawlEvent } from '../schema/run/event.ts';

/** What another process asked for, as an event. `isAsked`: the run waits for an answer. */
export function commandEvent(command: Command, isAsked: boolean): PawlEvent {
  switch (command.kind) {
    case 'cancel':
      return { type: 'cancel.requested', reason: command.reason };
    case 'answer':
      return { type: 'answer.given', text: command.text, ...(!isAsked && { asked: false }) };
    case 'plan':
      return {
        type: 'plan.proposed',
        tasks: command.tasks,
        forecast_usd: command.forecast_usd,
        improvement: false,
        by: 'person',
      };
  }
}
