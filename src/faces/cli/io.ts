import type { App, AppOptions } from '../../app.ts';

/** Everything that the command line touches outside itself. */
export interface CliIo {
  createApp: (options?: AppOptions) => Promise<App>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  stdin: AsyncIterable<Uint8Array | string>;
  env: Record<string, string | undefined>;
  /** Whether a person sees standard output as it is written. */
  isTTY: boolean;
  /** Whether a person sees standard error as it is written. */
  errorsAreSeen?: boolean;
  columns?: () => number;
  rows?: () => number;
  now?: () => number;
  /** Calls back on each Ctrl-C or SIGTERM; returns how to stop listening. */
  onStop?: (listener: () => void) => () => void;
  /** Calls back with the keys that a person presses; returns how to stop listening. Absent: there is no keyboard. */
  keys?: (listener: (keys: string) => void) => () => void;
  /** Leaves at once, waiting for nothing. */
  exit?: (code: number) => void;
  /** Shows a long text a page at a time. Absent: it is printed. */
  page?: (text: string) => Promise<void>;
  /** Absent: nobody can be asked. */
  ask?: Ask;
  /** Absent: there is no editor. */
  edit?: Edit;
}

/** Asks the person at the terminal; null when they would rather not say now. */
export interface Ask {
  /** `settled` closes the question unanswered. */
  text(question: string, settled?: AbortSignal): Promise<string | null>;
  confirm(question: string): Promise<boolean | null>;
}

/** Lets the person change a text, in a file of that name. */
export type Edit = (text: string, name: string) => Promise<{ text: string } | { failed: string }>;
