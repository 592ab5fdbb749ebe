import type { Verdict } from '../../../schema/judge/verdict.ts';
import type { EventOf } from '../../../schema/run/event.ts';
import { count, duration } from '../../words.ts';
import { oneLine } from '../text.ts';
import { row, type Style, sub } from './style.ts';

/** A verdict on its own, with everything it holds against the change. */
export function standingLines(verdict: Verdict, style: Style): string[] {
  const [head = ''] = verdictLines({ verdict, hung: false, crashed: false }, style);
  return [
    head,
    ...few(failuresOf(verdict).map((failure) => sub(oneLine(failure, 300)))),
    ...few(remarksOf(verdict, style, 300)),
  ];
}

const mostLines = 20;

export const few = (lines: string[]): string[] =>
  lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), sub(`… and ${lines.length - mostLines} more`)];

export function verdictLines(
  event: Pick<EventOf<'verdict.reached'>, 'verdict' | 'hung' | 'crashed'>,
  style: Style,
): string[] {
  const { paint } = style;
  const { verdict } = event;
  const color = verdict.status === 'pass' ? paint.green : verdict.status === 'fail' ? paint.red : paint.yellow;
  const ended = event.hung ? ', the tests hung' : event.crashed ? ', the tests crashed' : '';
  const stopped = verdict.stopped_at === null ? '' : (stops[verdict.stopped_at] ?? '');
  const lines = [
    row(
      'verdict',
      `${color(verdict.status)}: ${tally(verdict)}${stopped}${ended} (${duration(verdict.duration_ms)}, confidence ${verdict.confidence})`,
    ),
  ];
  const failures = failuresOf(verdict);
  const [first] = failures;
  if (first !== undefined) {
    const more = failures.length > 1 ? paint.dim(` and ${failures.length - 1} more`) : '';
    lines.push(sub(`first failure: ${oneLine(first, 200)}${more}`));
  }
  return [...lines, ...remarksOf(verdict, style).slice(0, 3)];
}

/** What a verdict says besides failures: first what it rests on. */
function remarksOf({ warnings, findings }: Verdict, { paint }: Style, most?: number): string[] {
  const remarks = warnings.map((text, at) => ({ text: oneLine(text, most), decides: findings?.[at]?.kind === 'rule' }));
  return [
    ...remarks.filter(({ decides }) => decides).map(({ text }) => sub(paint.red(`because: ${text}`))),
    ...remarks.filter(({ decides }) => !decides).map(({ text }) => sub(paint.yellow(`warning: ${text}`))),
  ];
}

function tally({ tests }: Verdict): string {
  if (tests.total === 0) return 'no tests ran';
  const failed = tests.failed + tests.errors;
  const parts = [`${tests.passed} of ${count(tests.total, 'test')} passed`, `${failed} failed`];
  for (const kind of ['fixed', 'broken', 'flaky', 'skipped'] as const) {
    if (tests[kind] > 0) parts.push(`${tests[kind]} ${kind}`);
  }
  return parts.join(', ');
}

export function failuresOf(verdict: Verdict): string[] {
  return [
    ...verdict.syntax_errors.map((e) => `${e.file}:${e.line}:${e.column}: ${e.message}`),
    ...verdict.import_errors.map((e) => `${e.file}:${e.line}: ${e.message}`),
    ...verdict.test_failures.map((e) => `${e.test}: ${e.error}${place(e)}`),
    ...verdict.runtime_errors.map((e) => `${e.message}${place(e)}`),
    ...verdict.integrity.map((e) => `${e.file}: ${e.rule}`),
  ];
}

function place(at: { file: string | null; line: number | null }): string {
  if (at.file === null) return '';
  return ` (${at.file}${at.line === null ? '' : `:${at.line}`})`;
}

/** Why it stopped; where it was the tests or the pass rule, the counts and warnings say so already. */
const stops: Record<string, string> = {
  integrity: ', protected files changed',
  syntax: ', syntax errors',
  imports: ', unresolved imports',
  dependencies: ', new dependencies',
  build: ', the build failed',
  related: ', in the tests nearest to the change',
  coverage: ', too little coverage',
  tester: ', vetoed by the tester',
};
