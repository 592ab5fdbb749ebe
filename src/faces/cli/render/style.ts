import pc from 'picocolors';
import type { EventOf, EventType, Recorded } from '../../../schema/run/event.ts';
import { type Hints, hintsFor } from '../hints.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** How lines look and what they tell a person to type. */
export interface Style {
  paint: Colors;
  hints: Hints;
  /** How wide a line may be; infinite where nobody looks at it on a terminal. */
  columns: number;
  /** USD spent so far, where the caller has kept count. */
  spent?: number;
  /** The limit that a run has reached, where the caller has listened and told it. */
  exhausted?: EventOf<'budget.exhausted'>;
  /** Whether these lines are the log, which need not name itself. */
  isLog?: boolean;
  /** What each commit is about, where the caller has listened. */
  commits?: Map<string, string>;
}

/** What an event of one type says to a person. */
export type Renderer<T extends EventType> = (event: Recorded<EventOf<T>>, style: Style) => string[];

export function styleFor(color: boolean, hints: Hints, columns = Number.POSITIVE_INFINITY): Style {
  const paint = pc.createColors(color);
  // Alone it is hard to read on white.
  const yellow: Colors['yellow'] = (text) => paint.bold(paint.yellow(text));
  return { paint: { ...paint, yellow }, hints, columns };
}

export const plainStyle = (): Style => styleFor(false, hintsFor({}));

const margin = 10;

/** A line that begins with what it is about. */
export function row(label: string, text: string, paint?: (text: string) => string): string {
  const head = label.padEnd(margin);
  return `${paint ? paint(head) : head}${text}`;
}

/** A line that belongs to the row above it. */
export function sub(text: string): string {
  return `${' '.repeat(margin)}${text}`;
}
