import { z } from 'zod';
import {
  analysisRecordSchema,
  changeRecordSchema,
  environmentSchema,
  failureMarkSchema,
  failureRecordSchema,
  type StoredExecution,
  testResultsSchema,
} from './execution.ts';
import { type Lesson, lessonSchema } from './lesson.ts';

const text = z.string();
const count = z.number().int().nonnegative();
/** Of a run or a task: it is looked up and listed by. */
const name = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,300}$/u, 'must be a name of 1 to 300 printable characters');

/** One task of a run as seed 5 has it written down. */
const debugMemory = z.strictObject({
  session_id: name,
  /** The file that was changed first; '' where none was. */
  file_path: text,
  executions: z.array(
    z.strictObject({
      attempt: z.number().int().positive(),
      timestamp: z.iso.datetime(),
      code_hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256'),
      environment: environmentSchema,
      test_results: testResultsSchema,
      failures: z.array(failureRecordSchema),
      /** Absent where nothing is known. */
      analysis: analysisRecordSchema.optional(),
      /** What the next attempt changed. */
      fix_applied: z.strictObject({ description: text, diff_summary: text }).optional(),
    }),
  ),
  learnings: z.strictObject({
    patterns_identified: z.array(z.strictObject({ pattern: text, frequency: count, fix_template: text })),
    recurring_failures: z.array(
      z.strictObject({ test: text, occurrences: count, resolution: z.enum(['pending', 'resolved']) }),
    ),
  }),
});

const learnedLessonSchema = z
  .strictObject(lessonSchema.omit({ id: true }).extend({ at: z.iso.datetime() }).shape)
  .refine(({ told, passed }) => passed <= told, 'more attempts passed than were told');

/** Pawl's own part of an export. Its lists have the same order as those of the debug memory. */
const ownPart = z.strictObject({
  version: z.number().int().positive(),
  task: name,
  executions: z.array(
    z.strictObject({
      tree: text,
      tier: text,
      passed: z.boolean(),
      left_out: count,
      failures: z.array(failureMarkSchema),
      analyses: z.array(analysisRecordSchema.extend({ signature: text })),
      change: changeRecordSchema,
    }),
  ),
  lesson: learnedLessonSchema.nullable(),
});

/** The version of exports that this program writes, and the newest that it reads. */
export const exportVersion = 1;

export const memoryDocumentSchema = z.strictObject({ debug_memory: debugMemory, pawl: ownPart });

/** A line of an export. */
export type MemoryDocument = z.infer<typeof memoryDocumentSchema>;
/** A lesson with its results so far. */
export type LearnedLesson = Omit<Lesson, 'id'>;

/** All that is remembered of one task of a run. */
export interface TaskMemory {
  run: string;
  task: string;
  executions: StoredExecution[];
  lesson: Lesson | null;
}

export interface MemorySearch {
  words?: string;
  file?: string;
  test?: string;
  error_type?: string;
  signature?: string;
  limit: number;
}

export interface MemoryFound {
  executions: StoredExecution[];
  lessons: Lesson[];
}

export interface MemoryImported {
  lines: number;
  executions: number;
  lessons: number;
  skipped: number;
}
