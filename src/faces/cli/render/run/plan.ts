import type { EventOf, Recorded } from '../../../../schema/run/event.ts';
import { count, emptyPlanWords, roughDollars } from '../../../words.ts';
import { oneLine } from '../../terminal/text.ts';
import { row, sub } from '../style.ts';

/** A complete plan: a person who confirms it sees all of it. */
export function planLines(event: Recorded<EventOf<'plan.proposed'>>): string[] {
  return [
    row('plan', headline(event)),
    ...(event.note === undefined ? [] : [sub(oneLine(event.note, 600))]),
    ...event.tasks.flatMap((task) => [
      sub(`${task.id} ${task.kind}: ${whole(task.title)}${after(task.depends_on)}`),
      ...task.acceptance.map((item) => sub(`   - ${whole(item)}`)),
    ]),
  ];
}

function headline({ tasks, improvement, forecast_usd, by }: EventOf<'plan.proposed'>): string {
  if (tasks.length === 0) return emptyPlanWords(improvement);
  const cost = forecast_usd === null ? '' : `, about ${roughDollars(forecast_usd)}`;
  return `${improvement ? 'improvement, ' : ''}${count(tasks.length, 'task')}${cost}${by === 'person' ? ', as you edited it' : ''}`;
}

const whole = (text: string): string => oneLine(text, 8192);
const after = (tasks: string[]): string => (tasks.length === 0 ? '' : ` (after ${tasks.join(', ')})`);
