import type { EventOf, PawlEvent, Recorded, Tried } from '../../schema/run/event.ts';
import type { Task } from '../../schema/run/task.ts';
import type { RunHead } from '../../schema/run/view.ts';

/** What another process asks of a run; its owner drains these between events. */
export type Command =
  | { kind: 'cancel'; reason: string }
  | { kind: 'answer'; text: string }
  | { kind: 'plan'; tasks: Task[]; forecast_usd: number };

export interface RunSummary {
  run: string;
  request: string;
  created_at: string;
  last_at: string;
  events: number;
  /** The exit code of a finished run, else null. */
  exit_code: number | null;
  status: string | null;
  /** The living owner, where there is one. */
  owner: string | null;
  /** The result of a finished run, else null. `undone`: what it delivered was taken back since. */
  end:
    | (Pick<EventOf<'run.finished'>, 'usd' | 'seconds' | 'attempts' | 'tier' | 'branch' | 'commits'> & {
        undone: boolean;
      })
    | null;
}

export interface Journal {
  /** Newest first. */
  runs(): Promise<RunSummary[]>;
  /** The same runs in the same order, so cheaply that it can be asked several times a second. */
  heads(): Promise<RunHead[]>;
  /** Null for a run that is not there. */
  summary(run: string): Promise<RunSummary | null>;
  /** The results of tiers in the last ended runs, at most `most` of them, newest first; damaged runs are left out. */
  ended(most: number): Promise<{ run: string; tried: Tried[] }[]>;
  read(run: string, after?: number): AsyncIterable<Recorded>;
  /**
   * Makes this process the one owner of a run, new or old. Throws `RunOwned` while another owner lives;
   * a dead local owner's lease is free at once.
   */
  claim(run: string): Promise<Lease>;
  /** Puts a command into a run's inbox. */
  send(run: string, command: Command): Promise<void>;
  /** What is wrong with the stored state, in sentences; empty when nothing is. */
  check(): Promise<string[]>;
  /** Forgets a run and its events. */
  remove(run: string): Promise<void>;
  /** Gives back the room of what was removed; returns its bytes. */
  compact(): Promise<number>;
  close(): Promise<void>;
}

export interface Lease {
  readonly run: string;
  readonly token: number;
  /**
   * Durable when it returns. With `inbox`, that command is taken out of the inbox in the same transaction.
   * Throws `LeaseLost` once another owner holds a newer token.
   */
  append(event: PawlEvent, inbox?: number): Promise<Recorded>;
  /** The commands not yet taken, oldest first. */
  inbox(): Promise<{ id: number; command: Command }[]>;
  release(): Promise<void>;
}
