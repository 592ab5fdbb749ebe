/** Where a run's reports are kept for a person to read. */
export interface Reports {
  /** Returns the path written. Replaces an earlier one whole. */
  write(run: string, name: string, content: string): Promise<string>;
  /** Removes all of a run; returns the bytes freed. */
  remove(run: string): Promise<number>;
  read(run: string, name: string): Promise<string | null>;
  /** Where it is, or would be. */
  path(run: string, name: string): string;
}
