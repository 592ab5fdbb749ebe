import { clip } from '../../core/clip.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import type { AttemptState, RunState, TaskState } from '../../core/run/run-state.ts';
import { criteriaInShort } from '../../schema/judge/criterion.ts';
import { checksOnly } from '../../schema/judge/review.ts';
import type { TaskKind } from '../../schema/run/task.ts';

const prefixes: Record<TaskKind, string> = {
  feature: 'feat',
  endpoint: 'feat',
  fix: 'fix',
  refactor: 'refactor',
  docs: 'docs',
};

/** Depends on nothing but the journal, so that the same attempt gives the same commit. */
export function commitMessage(state: RunState, task: TaskState, attempt: AttemptState, partial: boolean): string {
  const title = oneLine(task.task.title);
  const prefix = partial ? 'WIP' : prefixes[task.task.kind];
  const verdict = attempt.judged?.verdict;
  const body = [
    partial
      ? `Unfinished: ${whyUnfinished(attempt)}`
      : `Judged: ${verdict?.tests.passed} tests pass, ${verdict?.tests.fixed} fixed, confidence ${verdict?.confidence}.`,
  ];
  if (!partial) body.push(reviewed(attempt));
  const criteria = criteriaInShort(attempt.review?.criteria ?? []);
  if (!partial && criteria !== null) body.push(`${clip(oneLine(criteria), 600)}.`);
  if (!partial) body.push(...(attempt.review?.breaking ?? []).map((text) => `BREAKING CHANGE: ${oneLine(text)}`));
  const trailers = [
    `Pawl-Run: ${state.run}`,
    `Pawl-Task: ${task.task.id}`,
    `Pawl-Tier: ${attempt.tier}, attempt ${attempt.attempt}`,
  ];
  const isNamed = !partial && conventional.test(title);
  return `${isNamed ? '' : `${prefix}: `}${shorten(title, 70 - (isNamed ? 0 : prefix.length))}\n\n${body.join('\n')}\n\n${trailers.join('\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** A title that says itself what kind of change it is. */
const conventional = /^(?:feat|fix|docs|refactor|chore|test|perf|build|ci|style)(?:\([^)]*\))?!?: /;

function whyUnfinished({ judged, review, missing }: AttemptState): string {
  if (judged?.verdict.status !== 'pass') return 'this change did not pass and needs a person.';
  if (review) return `its tests pass, and its review did not approve it (${review.score}/100).`;
  return missing.length > 0
    ? `its tests pass, and ${nobodyReviewed(missing)}.`
    : 'its tests pass, and nobody reviewed it.';
}

function reviewed({ review }: AttemptState): string {
  if (!review) return 'Not reviewed.';
  return `Review: ${review.score}/100${review.by === 'checks' ? `, ${checksOnly}` : ''}.`;
}

function shorten(title: string, max: number): string {
  if (title.length <= max) return title;
  const cut = title.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))}…`;
}
