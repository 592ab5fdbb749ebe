import type { Execution, ExecutionKeys, StoredExecution } from '../../schema/run/execution.ts';

/** Of the keys, each that is given must fit; `words` are looked for in everything that was remembered. */
export interface ExecutionQuery {
  file?: string;
  test?: string;
  error_type?: string;
  signature?: string;
  words?: string;
  limit: number;
}

/** Every judged attempt of earlier runs, for as long as it is retained. Every method may be repeated: it counts once. */
export interface Executions {
  /** Durable when it returns. */
  remember(execution: Execution): Promise<void>;
  /** The newest `lookback` executions for each kind of key, newest first, each once. */
  recall(keys: ExecutionKeys, lookback: number): Promise<StoredExecution[]>;
  /** The newest that fit, newest first. */
  search(query: ExecutionQuery): Promise<StoredExecution[]>;
  /** All of one run, by task and attempt. */
  ofRun(run: string): Promise<StoredExecution[]>;
  /** Runs whose name contains a text, newest first; at most `limit`. */
  runsNamed(part: string, limit: number): Promise<string[]>;
}
