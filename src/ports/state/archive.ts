import type { LearnedLesson, TaskMemory } from '../../schema/run/debug-memory.ts';
import type { Execution } from '../../schema/run/execution.ts';

export interface ImportCounts {
  executions: number;
  lessons: number;
  /** Already there, too old to be retained, or removed before. */
  skipped: number;
}

export interface Pruned {
  executions: number;
  lessons: number;
}

/** What a person does with the memory as a whole. No method holds the file for longer than a small portion takes. */
export interface Archive {
  /** Everything, in portions, by run and task. */
  tasks(): AsyncIterable<TaskMemory>;
  /** Adds what another memory has. What was removed from this one is not brought back. */
  take(portion: { executions: Execution[]; lessons: LearnedLesson[] }): Promise<ImportCounts>;
  /** Removes what is older than the retention, one small portion at most; says how much that was. */
  tidy(): Promise<Pruned>;
  /** Removes all executions from before a time (null: the retention), and lessons that have not earned their place. */
  prune(before: number | null): Promise<Pruned>;
  /** Removes one lesson for good; false where there is none. */
  forget(lesson: number): Promise<boolean>;
}
