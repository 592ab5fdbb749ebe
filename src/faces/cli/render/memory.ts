import type { MemoryDocument, MemoryFound } from '../../../schema/run/debug-memory.ts';
import type { StoredExecution } from '../../../schema/run/execution.ts';
import type { Lesson } from '../../../schema/run/lesson.ts';
import { count, duration, errorWords, localMoment } from '../../words.ts';
import { oneLine, scrub } from '../terminal/text.ts';

/** The results of a search. */
export function foundLines(raw: MemoryFound): string[] {
  const { executions, lessons } = scrub(raw);
  return [
    ...executions.flatMap(executionLines),
    ...(executions.length > 0 && lessons.length > 0 ? [''] : []),
    ...lessons.flatMap(lessonLines),
  ];
}

function executionLines(execution: StoredExecution): string[] {
  const { at, run, task, attempt, tier, passed, failures, left_out, analyses, change, led_to_pass } = execution;
  const status = passed
    ? 'passed'
    : `${count(failures.length + left_out, 'failure')}${led_to_pass ? ', passed later' : ''}`;
  return [
    `${localMoment(at)}  ${run} ${task}, attempt ${attempt} (${oneLine(tier, 40)}): ${status}; ${filesOf(change.files)}`,
    ...failures
      .slice(0, 3)
      .map(
        ({ test_name, pattern }) =>
          `    ${oneLine(test_name, 100)}: ${errorWords(oneLine(pattern || 'no error message', 160))}`,
      ),
    ...analyses.slice(0, 2).map(({ root_cause }) => `    cause: ${oneLine(root_cause)}`),
  ];
}

function lessonLines({ id, pattern, fix, files, told, passed }: Lesson): string[] {
  const record = told === 0 ? 'not used yet' : `used in ${count(told, 'attempt')}, ${passed} passed`;
  return [
    `lesson ${id}: ${errorWords(oneLine(pattern, 160))}`,
    `    fix: ${oneLine(fix, 200)}`,
    `    proved in ${filesOf(files)}; ${record}`,
  ];
}

/** What is remembered of one task. */
export function documentLines(raw: MemoryDocument): string[] {
  const { debug_memory, pawl } = scrub(raw);
  const { session_id, executions, learnings } = debug_memory;
  return [
    `${session_id}, ${pawl.task}: ${count(executions.length, 'attempt')}, ${debug_memory.file_path || 'no file was changed'}`,
    ...executions.flatMap((execution, at) => {
      const { attempt, timestamp, test_results, failures, analysis, fix_applied } = execution;
      const { total, passed, duration_ms } = test_results;
      const tier = pawl.executions[at]?.tier;
      const by = tier === undefined ? '' : ` (${oneLine(tier, 40)})`;
      return [
        `  attempt ${attempt}${by}, ${localMoment(timestamp)}: ${passed} of ${count(total, 'test')} passed in ${duration(duration_ms)}`,
        ...failures
          .slice(0, 5)
          .map(
            ({ test_name, error_type, error_message }) =>
              `    failed: ${oneLine(test_name, 100)}: ${oneLine([error_type, error_message].filter(Boolean).join(': '))}`,
          ),
        ...(analysis
          ? [`    cause: ${oneLine(analysis.root_cause, 200)}`, ...strategyLines(analysis.fix_strategy)]
          : []),
        ...(fix_applied ? [`    then changed (${fix_applied.diff_summary}): ${oneLine(fix_applied.description)}`] : []),
      ];
    }),
    ...learnings.recurring_failures.map(
      ({ test, occurrences, resolution }) => `  recurring: ${oneLine(test, 100)}: ${occurrences} times, ${resolution}`,
    ),
    ...(pawl.lesson
      ? [`  learned: ${errorWords(oneLine(pawl.lesson.pattern))}: ${oneLine(pawl.lesson.fix, 200)}`]
      : []),
  ];
}

const strategyLines = (strategy: string): string[] =>
  strategy === '' ? [] : [`    advised: ${oneLine(strategy, 200)}`];

function filesOf(files: string[]): string {
  if (files.length === 0) return 'no file was changed';
  const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
  return `${files
    .slice(0, 3)
    .map((file) => oneLine(file, 80))
    .join(', ')}${more}`;
}
