import type { TestCase, TestRun } from '../schema/judge/test-run.ts';
import type { Suspect } from '../schema/run/suspect.ts';
import { applied, type Candidate } from './candidate.ts';
import type { Behaviour } from './choose.ts';
import type { Figures } from './parts.ts';
import { type Fix, failingIn } from './rank.ts';

/** One thing that it found, as it is told. */
export interface Note {
  action: string;
  input: Record<string, unknown>;
  observation: string;
}

export function located(run: TestRun, tests: string[], files: string[], candidates: number): Note {
  const failing = failingIn(run, []).map(({ id }) => id);
  return {
    action: 'localise',
    input: { tests: tests.slice(0, 10) },
    observation: [
      `${failing.length + run.errors.length} failing: ${failing.slice(0, 5).join(', ')}`,
      `suspected: ${files.slice(0, 10).join(', ')}`,
      `${candidates} candidates`,
    ].join('\n'),
  };
}

export function improving({ candidate, trial }: Fix, textOf: (path: string) => string): Note {
  const { removed, added } = changedIn(candidate, textOf(candidate.path));
  return {
    action: 'edit',
    input: { path: candidate.path, line: candidate.line, template: candidate.template },
    observation: [
      `${trial.failing} failing with this ${candidate.template}`,
      ...removed.map((line) => `- ${line}`),
      ...added.map((line) => `+ ${line}`),
    ].join('\n'),
  };
}

/** An edit that is kept, with the lines that it changes. */
export interface AppliedEdit extends Pick<Candidate, 'path' | 'line' | 'template'> {
  removed: string[];
  added: string[];
}

export function keptOf(candidate: Candidate, text: string): AppliedEdit {
  const { path, line, template } = candidate;
  return { path, line, template, ...changedIn(candidate, text) };
}

/** The lines that an edit takes away and those that it brings, between the first and the last that differ. */
function changedIn({ edits }: Candidate, text: string): Pick<AppliedEdit, 'removed' | 'added'> {
  const [old, now] = [text.split('\n'), applied(text, edits).split('\n')];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const within = (lines: string[]) => lines.slice(head, lines.length - tail).map((line) => line.trim());
  return { removed: within(old), added: within(now) };
}

/** One change as a part of a sentence: `a` is now `b`. */
function changeOf({ removed, added }: AppliedEdit): string {
  const inQuotes = (lines: string[]) => `\`${clip(lines.filter((line) => line !== '').join(' '), 120)}\``;
  if (removed.length === 0) return `${inQuotes(added)} is added`;
  return added.length === 0 ? `${inQuotes(removed)} is gone` : `${inQuotes(removed)} is now ${inQuotes(added)}`;
}

/** `src/fee.js:3: a < b → a <= b`. */
function editLine({ path, line, removed, added }: AppliedEdit): string {
  const text = (lines: string[]) => clip(lines.filter((each) => each !== '').join(' '), 120);
  if (removed.length === 0) return `${path}:${line}: + ${text(added)}`;
  return `${path}:${line}: ${added.length === 0 ? `- ${text(removed)}` : `${text(removed)} → ${text(added)}`}`;
}

/** How it ended well: in a first line place, old and new; in a second how many edits were tried, and the tests that prove it; where tests cannot tell edits apart, it says so. */
export function summaryOf(
  appliedEdits: readonly AppliedEdit[],
  proving: readonly TestCase[],
  { candidates, plausible }: Figures,
): string {
  const also = plausible < 2 ? '' : plausible === 2 ? '; one other also passes' : `; ${plausible - 1} others also pass`;
  const tests = proving.map(({ id }) => id);
  const more = tests.length > 3 ? ` and ${tests.length - 3} more` : '';
  const by = tests.length === 0 ? '' : `; proven by ${tests.slice(0, 3).join(', ')}${more}`;
  const tried = candidates === 1 ? 'the only edit tried' : `${appliedEdits.length} of ${candidates} edits tried`;
  return `${appliedEdits.map(editLine).join('; ')}\n${tried}${also}${by}`;
}

/** Why it ended without a fix, in one sentence without its full stop. */
export function failureOf({ candidates }: Figures, why: 'doubt' | 'time' | 'none'): string {
  if (candidates === 0)
    return why === 'time'
      ? 'the time ran out before any edit was tried'
      : 'no small edit applies to the code that the failing tests reach';
  const none = candidates === 1 ? 'the one small edit tried' : `none of ${candidates} small edits`;
  const not = (verb: string, other: string) => (candidates === 1 ? other : verb);
  if (why === 'doubt') return `${none} is ${not('', 'not ')}likely enough to be the fix`;
  if (why === 'time') return `${none} ${not('fixed', 'did not fix')} the failing tests before the time ran out`;
  return `${none} ${not('fixes', 'does not fix')} the failing tests`;
}

/** What is handed on where it is not sure: the likeliest edits, and where it would look. */
export function doubtOf(
  behaviours: readonly Behaviour[],
  appliedEdits: readonly AppliedEdit[],
  textOf: (path: string) => string,
): string {
  const [best, ...others] = behaviours.flatMap(({ members: [first] }) => first ?? []);
  if (!best) return '';
  const edit = ({ candidate }: Fix) => {
    const { path, line } = candidate;
    return `${changeOf(keptOf(candidate, textOf(path)))} (${path}:${line})`;
  };
  const before = appliedEdits.map((one) => `${changeOf(one)} (${one.path}:${one.line}), and `).join('');
  const also = others.slice(0, 2).map(edit).join('; or ');
  const differ = others.length === 1 ? 'another edit, which behaves' : `${others.length} other edits, which behave`;
  const rest = others.length === 0 ? '' : ` They would also pass with ${differ} differently on other inputs: ${also}.`;
  return `The tests would pass with this edit: ${before}${edit(best)}.${rest}`;
}

/** The lines that look most like the fault. */
export function suspectsOf(lines: readonly Suspect[]): string {
  const few = lines
    .slice(0, 3)
    .map(({ file, line }, at, all) => `${all.findIndex((other) => other.file === file) < at ? '' : file}:${line}`);
  return few.length === 0 ? '' : `Most suspicious: ${few.join(', ')}.`;
}

const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
