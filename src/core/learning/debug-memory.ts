import {
  exportVersion,
  type LearnedLesson,
  type MemoryDocument,
  type TaskMemory,
} from '../../schema/run/debug-memory.ts';
import type { Execution } from '../../schema/run/execution.ts';
import type { Lesson } from '../../schema/run/lesson.ts';

type Written = MemoryDocument['debug_memory']['executions'][number];

/** A task of a run as an export has it: seed 5's debug memory, and what is ours under one key of its own. */
export function documentOf({ run, task, executions, lesson }: TaskMemory): MemoryDocument {
  const [last] = executions.slice(-1);
  const files = last?.change.files ?? lesson?.files ?? [];
  return {
    debug_memory: {
      session_id: run,
      file_path: files[0] ?? '',
      executions: executions.map((execution, at) => writtenAs(execution, executions[at + 1])),
      learnings: {
        patterns_identified: patternsIn(executions, lesson),
        recurring_failures: recurringIn(executions),
      },
    },
    pawl: {
      version: exportVersion,
      task,
      executions: executions.map(({ tree, tier, passed, left_out, failures, analyses, change }) => ({
        ...{ tree, tier, passed, left_out, analyses, change },
        failures: failures.map(({ signature, pattern, broken }) => ({ signature, pattern, broken })),
      })),
      lesson: lesson === null ? null : learnedIn(lesson),
    },
  };
}

/** A lesson without its place in our own memory. */
function learnedIn({ id: _id, ...learned }: Lesson): LearnedLesson {
  return learned;
}

/** The content of a line of an export. It is refused if its two parts do not name the same executions and failures. */
export function contentOf({ debug_memory, pawl }: MemoryDocument): {
  executions: Execution[];
  lessons: LearnedLesson[];
  fault: string | null;
} {
  const own = pawl.executions;
  const { session_id: run, executions: written } = debug_memory;
  const { task, lesson } = pawl;
  const isWhole =
    own.length === written.length && written.every(({ failures }, at) => failures.length === own[at]?.failures.length);
  if (!isWhole) return { ...nothing, fault: 'pawl.executions does not fit debug_memory.executions' };
  if (lesson && (lesson.run !== run || lesson.task !== task))
    return { ...nothing, fault: 'pawl.lesson belongs to another task' };
  const executions = written.flatMap((execution, at) => {
    const more = own[at];
    return more ? [{ ...restored(execution, more), run, task }] : [];
  });
  return { executions, lessons: lesson ? [lesson] : [], fault: null };
}

const nothing = { executions: [], lessons: [] };

function restored(
  written: Written,
  own: MemoryDocument['pawl']['executions'][number],
): Omit<Execution, 'run' | 'task'> {
  const { attempt, timestamp, code_hash, environment, test_results, failures } = written;
  const { failures: marks, ...rest } = own;
  return {
    ...{ attempt, at: timestamp, code_hash, environment, test_results },
    failures: failures.flatMap((failure, at) => {
      const mark = marks[at];
      return mark ? [{ ...failure, ...mark }] : [];
    }),
    ...rest,
  };
}

function writtenAs(execution: Execution, next: Execution | undefined): Written {
  const { attempt, at, code_hash, environment, test_results, failures, analyses, passed } = execution;
  const [analysis] = analyses;
  return {
    attempt,
    timestamp: at,
    code_hash,
    environment,
    test_results,
    failures: failures.map(({ test_name, test_file, error_type, error_message, stack_trace }) => ({
      ...{ test_name, test_file, error_type, error_message, stack_trace },
    })),
    ...(analysis && {
      analysis: {
        root_cause: analysis.root_cause,
        fix_strategy: analysis.fix_strategy,
        confidence: analysis.confidence,
      },
    }),
    ...(next && !passed && { fix_applied: { description: next.change.description, diff_summary: summaryOf(next) } }),
  };
}

const summaryOf = ({ change: { insertions, deletions } }: Execution): string => `+${insertions}/-${deletions} lines`;

/** Kinds of errors, each with how many executions met it, and the template that got past it, where one did. */
function patternsIn(executions: Execution[], lesson: TaskMemory['lesson']) {
  const met = new Map<string, { pattern: string; frequency: number }>();
  for (const { failures } of executions) {
    for (const [signature, pattern] of new Map(failures.map((failure) => [failure.signature, failure.pattern])))
      met.set(signature, { pattern, frequency: (met.get(signature)?.frequency ?? 0) + 1 });
  }
  if (lesson && !met.has(lesson.signature)) met.set(lesson.signature, { pattern: lesson.pattern, frequency: 1 });
  return [...met].map(([signature, { pattern, frequency }]) => ({
    ...{ pattern, frequency },
    fix_template: signature === lesson?.signature ? lesson.fix : adviceOn(executions, signature),
  }));
}

const adviceOn = (executions: Execution[], signature: string): string =>
  executions.flatMap(({ analyses }) => analyses).findLast((analysis) => analysis.signature === signature)
    ?.fix_strategy ?? '';

/** Tests that failed in more than one execution. */
function recurringIn(executions: Execution[]): MemoryDocument['debug_memory']['learnings']['recurring_failures'] {
  const failed = new Map<string, number>();
  for (const { failures } of executions)
    for (const test of new Set(failures.map(({ test_name }) => test_name)))
      failed.set(test, (failed.get(test) ?? 0) + 1);
  const last = executions.at(-1);
  return [...failed]
    .filter(([, occurrences]) => occurrences > 1)
    .map(([test, occurrences]) => {
      const isOpen = !last?.passed && last?.failures.some(({ test_name }) => test_name === test);
      return { test, occurrences, resolution: isOpen ? 'pending' : 'resolved' };
    });
}
