import { jsonLine } from '../../json/ndjson.ts';
import type { CliIo } from '../io.ts';
import { wrap } from './layout.ts';
import { strip } from './text.ts';

export interface Output {
  /** Where false, nothing written by `line` carries an escape. */
  readonly color: boolean;
  /** A line can be rewritten in place. */
  readonly live: boolean;
  /** How wide a line may be; infinite where it is not written to a terminal. */
  columns(): number;
  /** Wrapped on a terminal, never within a word or a command. */
  line(text: string): void;
  /** Lines that are code of some kind, wide or not. */
  verbatim(text: string): void;
  json(value: unknown): void;
  /** Exactly these characters. */
  raw(text: string): void;
  error(text: string): void;
}

const narrowest = 20;

export function outputFor(io: CliIo): Output {
  const dumb = io.env.TERM === 'dumb';
  const isForced = !['', '0', 'false'].includes(io.env.FORCE_COLOR ?? '');
  const color = isForced || (io.isTTY && !io.env.NO_COLOR && !dumb);
  const terminalColumns = () => Math.max(narrowest, io.columns?.() ?? 80);
  const columns = () => (io.isTTY ? terminalColumns() : Number.POSITIVE_INFINITY);
  const colored = (text: string) => (color ? text : strip(text));
  return {
    color,
    live: io.isTTY && !dumb,
    columns,
    line: (text) => {
      for (const part of wrap(colored(text), columns())) io.stdout.write(`${part}\n`);
    },
    verbatim: (text) => void io.stdout.write(`${colored(text)}\n`),
    json: (value) => void io.stdout.write(jsonLine(value)),
    raw: (text) => void io.stdout.write(text),
    error: (text) => {
      const room = io.errorsAreSeen ? terminalColumns() : Number.POSITIVE_INFINITY;
      for (const part of wrap(strip(text), room)) io.stderr.write(`${part}\n`);
    },
  };
}
