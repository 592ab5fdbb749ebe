import type { TestRun } from '../schema/judge/test-run.ts';
import { applied, type Candidate } from './candidate.ts';
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

export function improving({ candidate, standing }: Found, textOf: (path: string) => string): Note {
  const [before, after] = [textOf(candidate.path), applied(textOf(candidate.path), candidate.edits)];
  const lines = after.split('\n');
  return {
    action: 'edit',
    input: { path: candidate.path, line: candidate.line, template: candidate.template },
    observation: [
      `${standing.failing} failing with this ${candidate.template}`,
      `- ${before.split('\n')[candidate.line - 1]?.trim() ?? ''}`,
      `+ ${lines[candidate.line - 1]?.trim() ?? ''}`,
    ].join('\n'),
  };
}

/** How it ended well; where tests cannot tell edits apart, it says so. */
export function summaryOf(kept: readonly Candidate[], tried: number, others: number): string {
  const edits = kept.map(({ path, line, template }) => `${template} at ${path}:${line}`);
  const also = others === 0 ? '' : `, ${others} of which would pass as well`;
  return `${edits.join('; ')} (${tried} candidates tried${also})`;
}
