import type { Command } from '../../ports/state/journal.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';

/**
 * An event for what another process asked for. `isAsked`: the run waits for an answer. `late`: no developer reads it at
 * once.
 */
export function commandEvent(
  command: Command,
  isAsked: boolean,
  late: EventOf<'answer.given'>['late'] | null = null,
): PawlEvent {
  switch (command.kind) {
    case 'cancel':
      return { type: 'cancel.requested', reason: command.reason };
    case 'answer':
      return { type: 'answer.given', text: command.text, ...(!isAsked && { asked: false, ...(late && { late }) }) };
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
