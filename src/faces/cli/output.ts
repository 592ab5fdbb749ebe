import { jsonLine } from '../json/ndjson.ts';
import type { CliIo } from './io.ts';
import { strip } from './text.ts';

export interface Output {
  /** Where false, nothing written by `line` carries an escape. */
  readonly color: boolean;
  /** A line can be rewritten in place. */
  readonly live: boolean;
  line(text: string): void;
  json(value: unknown): void;
  /** Exactly these characters. */
  raw(text: string): void;
  error(text: string): void;
}

export function outputFor(io: CliIo): Output {
  const dumb = io.env.TERM === 'dumb';
  const color = io.isTTY && !io.env.NO_COLOR && !dumb;
  return {
    color,
    live: io.isTTY && !dumb,
    line: (text) => void io.stdout.write(`${color ? text : strip(text)}\n`),
    json: (value) => void io.stdout.write(jsonLine(value)),
    raw: (text) => void io.stdout.write(text),
    error: (text) => void io.stderr.write(`${strip(text)}\n`),
  };
}
