import { clip } from '../../core/clip.ts';
import type { Habit } from '../../core/delivery/habit.ts';
import { isStuckInHook } from '../../core/delivery/hooks.ts';
import { oneLine, subjectOf } from '../../core/delivery/subject.ts';
import { imperative } from '../../core/delivery/verbs.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { type AttemptState, finishedOf, lastAttempt, type TaskState } from '../../core/task/task-state.ts';
import { criteriaInShort } from '../../schema/judge/criterion.ts';
import { checksOnly } from '../../schema/judge/review.ts';

/** Depends on nothing but the journal and the log of its base, so that the same attempt gives the same commit. */
export function commitMessage(
  state: RunState,
  task: TaskState,
  attempt: AttemptState,
  { partial, habit }: { partial: boolean; habit: Habit },
): string {
  const subject = partial ? `WIP: ${unfinished(task)}` : subjectFor(task, attempt, habit);
  const body = partial ? [`Unfinished: ${whyUnfinished(attempt)}`] : bodyOf(task, attempt, subject);
  return messageOf(subject, body, partial ? [] : breaks(attempt), trailers(state, [{ task, attempt }]));
}

/** A task, and the attempt that is delivered. */
interface Done {
  task: TaskState;
  attempt: AttemptState;
}

function doneOf(task: TaskState): Done {
  const attempt = lastAttempt(task);
  if (!attempt) throw new Error(`the task ${task.task.id} is to be squashed, and nobody tried it`);
  return { task, attempt };
}

/** All tasks in one commit. */
export function squashMessage(state: RunState, tasks: TaskState[], habit: Habit): string {
  const last = tasks.map(doneOf);
  const [first] = last;
  if (!first) throw new Error('there is nothing to squash');
  const files = [...new Set(last.flatMap(({ attempt }) => finishedOf(attempt).files))];
  // The planner's first line for the whole is what the user asked for.
  const title = state.request.split('\n').find((line) => line.trim() !== '') ?? first.task.task.title;
  const kind = last.some(({ task }) => task.task.kind !== 'fix') ? first.task.task.kind : 'fix';
  const subject = subjectOf({ kind, title, summary: '', files }, habit);
  const body = last.map(({ task, attempt }) => `- ${subjectFor(task, attempt, { ...habit, shape: 'plain' })}`);
  const notes = last.flatMap(({ attempt }) => breaks(attempt));
  return messageOf(subject, body, notes, trailers(state, last));
}

function subjectFor({ task: { kind, title } }: TaskState, attempt: AttemptState, habit: Habit): string {
  const { files } = finishedOf(attempt);
  const fixed = attempt.judged?.verdict.tests.fixed ?? 0;
  return subjectOf({ kind, title, summary: saidOf(attempt), files, fixed }, habit);
}

/** What the developer says of its change; where it was stopped, only how that happened is known. */
function saidOf(attempt: AttemptState): string {
  const { ended, summary } = finishedOf(attempt);
  return ended === 'finished' ? oneLine(summary) : '';
}

const unfinished = ({ task }: TaskState): string => clip(oneLine(task.title), 66);

function bodyOf({ task }: TaskState, attempt: AttemptState, subject: string): string[] {
  const summary = saidOf(attempt);
  const sentence = summary.replace(/\.$/, '');
  const isSaid = [sentence, imperative(sentence) ?? sentence].some((text) => subject.endsWith(text));
  const criteria = criteriaInShort(attempt.review?.criteria ?? []);
  return [
    ...(isSaid || summary === oneLine(task.title) ? [] : [clip(summary, 600)]),
    ...(criteria === null ? [] : [`${clip(oneLine(criteria), 600)}.`]),
  ];
}

const breaks = ({ review }: AttemptState): string[] =>
  (review?.breaking ?? []).map((text) => `BREAKING CHANGE: ${oneLine(text)}`);

/** Of one task or of several in one commit: what can be added up is, and the last one was tested with all others. */
function trailers({ run }: RunState, done: readonly Done[]): string[] {
  const attempts = done.map(({ attempt }) => attempt);
  const verdicts = attempts.flatMap(({ judged }) => judged?.verdict.tests ?? []);
  const tests = verdicts.at(-1);
  const usd = sum(done.flatMap(({ task }) => task.attempts.map((one) => one.usd)));
  const fixed = sum(verdicts.map((one) => one.fixed));
  const lines = [
    `Pawl-Run: ${run}`,
    ...done.map(({ task }) => `Pawl-Task: ${task.task.id}`),
    ...attempts.map(({ tier }) => `Pawl-Tier: ${tier}`),
    `Pawl-Attempts: ${sum(attempts.map(({ attempt }) => attempt))}`,
    `Pawl-Cost: $${usd.toFixed(4)}`,
    ...(tests ? [`Pawl-Tests: ${tests.passed} passed, ${tests.failed + tests.errors} failed, ${fixed} fixed`] : []),
    ...attempts.map((attempt) => `Pawl-Review: ${reviewed(attempt)}`),
  ];
  return [...new Set(lines)];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Lines of a body stay under the hundred characters that commit linters allow. */
function messageOf(subject: string, body: string[], notes: string[], trailers: string[]): string {
  const isList = body.every((line) => line.startsWith('- '));
  const paragraphs = isList ? [body.join('\n')] : body.map(wrapped);
  const parts = [subject, ...paragraphs, ...notes.map(wrapped), trailers.map((line) => clip(line, 99)).join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 72) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => clip(line, 99)).join('\n');
}

function whyUnfinished(attempt: AttemptState): string {
  const { judged, review, missing, hooks } = attempt;
  if (judged?.verdict.status !== 'pass') return 'this change did not pass and needs a person.';
  if (hooks && isStuckInHook(attempt))
    return `its tests pass, and the hook ${hooks.hook} keeps it from being committed.`;
  if (review) return `its tests pass, and its review did not approve it (${review.score}/100).`;
  return missing.length > 0
    ? `its tests pass, and ${nobodyReviewed(missing)}.`
    : 'its tests pass, and nobody reviewed it.';
}

function reviewed({ review }: AttemptState): string {
  if (!review) return 'not reviewed';
  return `${review.score}/100${review.by === 'checks' ? `, ${checksOnly}` : ''}`;
}
