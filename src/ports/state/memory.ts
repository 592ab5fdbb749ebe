import type { Lesson, MetFailure, NewLesson } from '../../schema/run/lesson.ts';
import type { Archive } from './archive.ts';
import type { Executions } from './executions.ts';

/** Names an attempt for good. */
export interface AttemptName {
  run: string;
  task: string;
  attempt: number;
}

/** What got past a failure, and how often it helped later. Every method may be repeated: it counts once. */
export interface Lessons {
  /** Durable when it returns. One lesson a task of a run. */
  learn(lesson: NewLesson): Promise<void>;
  /** Lessons with one of the failure's signatures or types of error, in no order that matters. */
  like(failure: MetFailure): Promise<Lesson[]>;
  /** These lessons are in the prompt of an attempt. */
  told(lessons: number[], to: AttemptName): Promise<void>;
  /** Records whether the attempt passed, for the lessons that it was given. */
  credit(attempt: AttemptName, passed: boolean): Promise<void>;
  /** The newest lessons whose pattern, test, fix or type of error contains each of the words, in any case. */
  lessonsWith(words: string, limit: number): Promise<Lesson[]>;
}

/** What earlier runs on a target have shown. */
export interface Memory extends Lessons, Executions, Archive {
  /** What is wrong with the stored state, in sentences; empty when nothing is. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
