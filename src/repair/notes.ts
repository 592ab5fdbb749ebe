import type { TestRun } from '../schema/judge/test-run.ts';
import { applied, type Candidate } from './candidate.ts';
import type { Figures } from './parts.ts';
import { type Found, failingIn } from './rank.ts';

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

export function improving({ candidate, trial }: Found, textOf: (path: string) => string): Note {
  const [before, after] = [textOf(candidate.path), applied(textOf(candidate.path), candidate.edits)];
  const lines = after.split('\n');
  return {
    action: 'edit',
    input: { path: candidate.path, line: candidate.line, template: candidate.template },
    observation: [
      `${trial.failing} failing with this ${candidate.template}`,
      `- ${before.split('\n')[candidate.line - 1]?.trim() ?? ''}`,
      `+ ${lines[candidate.line - 1]?.trim() ?? ''}`,
    ].join('\n'),
  };
}

/** An edit that is kept, with the lines that it changes. */
export interface Kept extends Pick<Candidate, 'path' | 'line' | 'template'> {
  before: string;
  after: string;
}

export function keptOf({ path, line, template, edits }: Candidate, text: string): Kept {
  const [old, now] = [text, applied(text, edits)].map((one) => one.split('\n'));
  const at = (old ?? []).findIndex((one, index) => one !== now?.[index]);
  const lineAt = (lines: string[] | undefined) => clip((lines?.[at] ?? '').trim(), 120);
  return { path, line, template, before: lineAt(old), after: lineAt(now) };
}

/** How it ended well: place, old and new, and the tests that showed it; where tests cannot tell edits apart, it says so. */
export function summaryOf(kept: readonly Kept[], shown: TestRun, { candidates, plausible }: Figures): string {
  const edits = kept.map(({ path, line, template }) => `${template} at ${path}:${line}`);
  const also = plausible < 2 ? '' : `, ${plausible - 1} of which would pass as well`;
  const changes = kept.map(({ before, after }) => `\`${before}\` is now \`${after}\``);
  const tests = failingIn(shown, []).map(({ id }) => id);
  const more = tests.length > 3 ? ` and ${tests.length - 3} more` : '';
  const by = tests.length === 0 ? '' : `; shown by ${tests.slice(0, 3).join(', ')}${more}`;
  return `${edits.join('; ')} (${candidates} candidates tried${also}): ${changes.join(', ')}${by}`;
}

const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
