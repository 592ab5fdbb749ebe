import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { Point } from '../../ports/point.ts';
import { openStore, type Store } from '../sqlite.ts';
import { migrations } from './migrations.ts';

export interface MemoryOptions {
  /** The folder of one repository, or of one origin, in the machine's state. */
  state_dir: string;
  clock: Clock;
  point: Point;
  /** Executions are kept for so long; absent: for 30 days. */
  retention_days?: number;
}

/** `<state_dir>/memory.db`, made by the first write: until then every reader finds it empty and writes nothing. */
export interface MemoryFile {
  path: string;
  now(): number;
  retention_ms: number;
  existing(): Store | null;
  created(): Store;
  close(): void;
}

const day = 86_400_000;
/** 80 MB. Long before that `tidy` has moved the log into the file, so that remembering does not have to. */
const log_pages = 20_000;
/** Enough for the upper pages of every index of a million executions. */
const cache_kb = 32_000;

export function memoryFile({ state_dir, clock, point, retention_days = 30 }: MemoryOptions): MemoryFile {
  const path = join(state_dir, 'memory.db');
  const options = { file: path, name: 'memory', migrations, now: () => clock.now(), point, log_pages, cache_kb };
  let opened: Store | null = null;
  const file: MemoryFile = {
    path,
    now: () => clock.now(),
    retention_ms: retention_days * day,
    existing: () => {
      opened ??= openStore(options, false);
      return opened;
    },
    created: () => {
      opened = file.existing() ?? openStore(options, true);
      if (opened === null) throw new Error('the memory was not created');
      return opened;
    },
    close: () => {
      opened?.close();
      opened = null;
    },
  };
  return file;
}

/** Null where it is none: whoever asks names what is damaged. */
export function jsonIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
