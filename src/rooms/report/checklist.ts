import { ofKind } from '../../core/judge/findings.ts';
import type { AttemptState, TaskState } from '../../core/task/task-state.ts';
import type { ChecklistItem } from '../../schema/run/report.ts';

type Answer = Pick<ChecklistItem, 'state' | 'evidence'>;

const yes = (evidence: string): Answer => ({ state: 'yes', evidence });
const no = (evidence: string): Answer => ({ state: 'no', evidence });
const none = (evidence: string): Answer => ({ state: 'not_applicable', evidence });
const either = (holds: boolean, evidence: string): Answer => (holds ? yes(evidence) : no(evidence));

/** What has to hold before code is handed back, each with what shows it. */
export function checklistOf(task: TaskState): ChecklistItem[] {
  const last = task.attempts.findLast(({ judged }) => judged !== null);
  const unjudged = no('no attempt was judged');
  const rows: [ChecklistItem['item'], Answer][] = [
    ['tests generated for new code', last ? generated(task, last) : unjudged],
    ['tests executed', last ? executed(last) : unjudged],
    ['all tests passing', last ? passing(last) : unjudged],
    ['debug memory updated', remembered(task)],
    ['failures analysed', analysed(task)],
    ['coverage meets the minimum', last ? covered(task, last) : unjudged],
    ['learnings recorded', learned(task)],
  ];
  return rows.map(([item, answer]) => ({ item, ...answer }));
}

function generated({ task }: TaskState, { judged }: AttemptState): Answer {
  if (task.kind === 'docs' || task.kind === 'refactor')
    return none(`a task of the kind ${task.kind} needs no new tests`);
  if (judged?.verdict.status !== 'pass') return no('the last change did not pass');
  const { fixed } = judged.verdict.tests;
  if (fixed > 0) return yes(`${fixed} failing before and passing now`);
  const unproven = ofKind(judged.verdict, 'unproven').length > 0;
  return either(
    !unproven,
    unproven ? 'no test fails without the change' : 'new tests fail without the change and pass with it',
  );
}

function executed({ judged }: AttemptState): Answer {
  if (!judged) return no('not judged');
  const { tests, duration_ms } = judged.verdict;
  const ran = tests.total - tests.skipped;
  return either(ran > 0, `${ran} ran, ${tests.skipped} skipped, ${Math.round(duration_ms)} ms`);
}

function passing({ judged, attempt }: AttemptState): Answer {
  if (!judged) return no('not judged');
  const { passed, failed, errors, preexisting } = judged.verdict.tests;
  const before = preexisting > 0 ? `, ${preexisting} of them failing as before` : '';
  return either(
    judged.verdict.status === 'pass',
    `attempt ${attempt}: ${judged.verdict.status}, ${passed} passed, ${failed + errors} failed${before}`,
  );
}

function remembered({ attempts }: TaskState): Answer {
  const judged = attempts.filter((attempt) => attempt.judged !== null);
  const stored = judged.filter((attempt) => attempt.remembered !== null);
  if (judged.length === 0) return none('no attempt was judged');
  return either(
    stored.length === judged.length,
    `${stored.length} of ${judged.length} judged attempts are in the memory`,
  );
}

function analysed({ attempts }: TaskState): Answer {
  const failed = attempts.filter(({ judged }) => judged !== null && judged.verdict.status !== 'pass');
  if (failed.length === 0) return none('no attempt failed');
  // Attempts that fail alike are told of the same kinds again.
  const kindOf = ({ test, pattern, error_message }: (typeof analyses)[number]) =>
    pattern ?? `${test}: ${error_message}`;
  const analyses = failed.flatMap((attempt) => attempt.analyses);
  const kinds = new Set(analyses.map(kindOf));
  const causes = new Set(analyses.filter(({ root_cause }) => root_cause !== '').map(kindOf));
  return either(
    causes.size > 0,
    `a cause was found for ${causes.size} of ${kinds.size} ${kinds.size === 1 ? 'kind of failure' : 'kinds of failures'} in ${failed.length} failed attempt${failed.length === 1 ? '' : 's'}`,
  );
}

function covered({ task }: TaskState, { judged }: AttemptState): Answer {
  const coverage = judged?.verdict.coverage;
  if (!coverage) return none(task.kind === 'docs' ? 'no code was changed' : 'it could not be measured here');
  const { covered: lines, changed_lines, required, met } = coverage;
  if (changed_lines === 0) return none('no line that could be executed was changed');
  return either(
    met,
    `${lines} of ${changed_lines} changed lines are executed, ${Math.round(required * 100)} % are required`,
  );
}

function learned({ lesson, attempts, status }: TaskState): Answer {
  if (lesson !== null) return yes(lesson.replace(/:$/, ''));
  const failed = attempts.some(({ judged }) => judged !== null && judged.verdict.status !== 'pass');
  if (!failed) return none('no attempt failed');
  return status === 'completed'
    ? none('no failure was suitable for a lesson')
    : no('no later attempt fixed the failure');
}
