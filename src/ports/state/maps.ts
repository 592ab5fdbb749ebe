import type { FileFacts } from '../../schema/code/file-facts.ts';

/** What was read from source files, by the hash of their content, kept so that they need not be read again. */
export interface Maps {
  /** Empty where nothing is kept, or what is kept cannot be read: it is made again. */
  load(key: string): Promise<Map<string, FileFacts>>;
  /** Replaces what was kept under the key. */
  save(key: string, facts: ReadonlyMap<string, FileFacts>): Promise<void>;
}
