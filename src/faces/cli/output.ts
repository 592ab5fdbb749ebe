import { jsonLine } from '../json/ndjson.ts';
import type { CliIo } from './io.ts';
import { wrap } from './layout.ts';
import { strip } from './text.ts';

export interface Output {
  /** Where false, nothing written by `line` carries an escape. */
  readonly color: boolean;
  /** A line can be rewritten in place. */
  readonly live: boolean;
  /** How wide a line may be; infinite where it is not written to a terminal. */
  columns(): number;
  /** Wrapped on a terminal, never within a word. */
  line(text: string): void;
  json(value: unknown): void;
  /** Exactly these characters. */
  raw(text: string): void;
  error(text: string): void;
}

const narrowest = 20;

export function outputFor(io: CliIo): Output {
  const dumb = io.env.TERM === 'dumb';
  const color = io.isTTY && !io.env.NO_COLOR && !dumb;
  const columns = () => (io.isTTY ? Math.max(narrowest, io.columns?.() ?? 80) : Number.POSITIVE_INFINITY);
  return {
    color,
    live: io.isTTY && !dumb,
    columns,
    line: (text) => {
      for (const part of wrap(color ? text : strip(text), columns())) io.stdout.write(`${part}\n`);
    },
    json: (value) => void io.stdout.write(jsonLine(value)),
    raw: (text) => void io.stdout.write(text),
    error: (text) => void io.stderr.write(`${strip(text)}\n`),
  };
}
