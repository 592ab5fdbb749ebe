import type { Lesson, MetFailure, NewLesson } from '../../schema/run/lesson.ts';

/** Names an attempt for good. */
export interface AttemptName {
  run: string;
  task: string;
  attempt: number;
}

/** What earlier runs on a target have learned. Every method may be repeated: it counts once. */
export interface Memory {
  /** Durable when it returns. One lesson a task of a run. */
  learn(lesson: NewLesson): Promise<void>;
  /** Lessons with the failure's signature or one of its types of error, in no order that matters. */
  like(failure: MetFailure): Promise<Lesson[]>;
  /** These lessons are in the prompt of an attempt. */
  told(lessons: number[], to: AttemptName): Promise<void>;
  /** The attempt passed: whatever it was told has helped. */
  passed(attempt: AttemptName): Promise<void>;
  /** What is wrong with the stored state, in sentences; empty when nothing is. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
