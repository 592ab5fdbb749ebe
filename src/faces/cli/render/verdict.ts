import type { Verdict } from '../../../schema/judge/verdict.ts';
import type { EventOf } from '../../../schema/run/event.ts';
import { remarksIn } from '../../remarks.ts';
import { count, duration } from '../../words.ts';
import { quoted } from '../hints.ts';
import { oneLine } from '../terminal/text.ts';
import { row, type Style, sub } from './style.ts';

/** The verdict of `command` on a person's own change, with its findings except those that `isKnown` accepts. */
export function standingLines(
  verdict: Verdict,
  style: Style,
  command: 'verify' | 'review',
  isKnown: (warning: string) => boolean = () => false,
): string[] {
  const [head = ''] = verdictLines({ verdict, hung: false, crashed: false }, style);
  const locked = lockedIn(verdict);
  const isSaid = (file: string | undefined): boolean => file !== undefined && locked.includes(file);
  const rest = { ...verdict, integrity: verdict.integrity.filter(({ file }) => !isSaid(file)) };
  const named = verdict.test_failures.slice(0, mostLines).map(({ test }) => test);
  const remarks = remarksOf(
    { ...verdict, ...without(verdict, (warning, at) => isKnown(warning) || isSaid(verdict.findings?.[at]?.file)) },
    style,
    named,
    300,
  );
  const refused = verdict.integrity.filter(({ file }) => isSaid(file));
  return [
    head,
    ...few(failuresOf(rest).map((failure) => sub(oneLine(failure, 300)))),
    ...few(refused.map(({ file, rule }) => sub(style.paint.red(`because: ${file} is protected (${rule})`)))),
    ...(locked.length === 0 ? [] : [sub(`if you meant this: ${style.paint.cyan(unlocking(locked, style, command))}`)]),
    ...few(remarks),
  ];
}

/** The files for which the change is refused, where a person may allow it. */
const lockedIn = ({ status, findings = [] }: Verdict): string[] =>
  status === 'pass' ? [] : findings.flatMap(({ kind, file }) => (kind === 'protected' && file ? [file] : []));

const mostNamed = 3;

function unlocking(files: string[], { hints }: Style, command: string): string {
  const names = files.length > mostNamed ? ["'<glob>'"] : files.map(quoted);
  return hints.pawl(`${command} ${names.map((name) => `--unlock ${name}`).join(' ')}`);
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
  const isUnrun = verdict.stopped_at === 'integrity' && verdict.tests.total === 0;
  const stopped = isUnrun || verdict.stopped_at === null ? '' : (stops[verdict.stopped_at] ?? '');
  const lines = [
    row(
      'verdict',
      `${color(verdict.status)}: ${isUnrun ? 'protected files changed, so no test was run' : tally(verdict)}${stopped}${ended} (${duration(verdict.duration_ms)}, confidence ${verdict.confidence})`,
    ),
  ];
  const failures = failuresOf(verdict);
  const [first] = failures;
  if (first !== undefined) {
    const more = failures.length > 1 ? paint.dim(` and ${failures.length - 1} more`) : '';
    lines.push(sub(`first failure: ${oneLine(first, 200)}${more}`));
  }
  const others = without(verdict, (text) => failures.some((failure) => failure.startsWith(text)));
  const named = verdict.test_failures.slice(0, 1).map(({ test }) => test);
  return [...lines, ...remarksOf({ ...verdict, ...others }, style, named).slice(0, 3)];
}

const remarksOf = (verdict: Verdict, { paint }: Style, named: string[], most?: number): string[] =>
  remarksIn(verdict, named).map(({ text, decides }) => {
    const line = oneLine(text, most);
    return sub(decides ? paint.red(`because: ${line}`) : paint.yellow(`warning: ${line}`));
  });

/** The warnings, and their findings, but for those that were said. */
function without(
  { warnings, findings }: Verdict,
  isSaid: (warning: string, at: number) => boolean,
): Pick<Verdict, 'warnings' | 'findings'> {
  const left = warnings.flatMap((warning, at) => (isSaid(warning, at) ? [] : [at]));
  const among = <T>(all: T[]): T[] => left.flatMap((at) => all[at] ?? []);
  return { warnings: among(warnings), ...(findings && { findings: among(findings) }) };
}

function tally({ tests, status, findings }: Verdict): string {
  const isDocumentation = status === 'pass' && findings?.every(({ kind }) => kind !== 'unproven');
  if (tests.total === 0) return isDocumentation ? 'only documentation changed, no tests ran' : 'no tests ran';
  const failed = tests.failed + tests.errors;
  // What fails a verdict is named below it.
  const preexisting = status === 'pass' ? tests.preexisting : 0;
  const asBefore = preexisting === 0 ? '' : preexisting === failed ? ' as before' : ` (${preexisting} as before)`;
  const parts = [`${tests.passed} of ${count(tests.total, 'test')} passed`, `${failed} failed${asBefore}`];
  for (const kind of ['fixed', 'broken', 'flaky', 'skipped'] as const) {
    if (tests[kind] > 0) parts.push(`${tests[kind]} ${kind}`);
  }
  return parts.join(', ');
}

function failuresOf(verdict: Verdict): string[] {
  return [
    ...verdict.syntax_errors.map((e) => `${e.file}:${e.line}:${e.column}: ${e.message}`),
    ...verdict.import_errors.map((e) => `${e.file}:${e.line}: ${e.message}`),
    ...verdict.test_failures.map((e) => `${e.test}: ${e.error}${place(e)}`),
    ...verdict.runtime_errors.map((e) => `${e.message}${place(e)}`),
    ...verdict.integrity.map((e) => `${e.file}: ${e.rule}`),
  ];
}

function place(at: { file: string | null; line: number | null }): string {
  if (at.file === null || at.file === '') return '';
  return ` (${at.file}${at.line === null ? '' : `:${at.line}`})`;
}

/** Why it stopped; where it was the tests or the pass rule, the counts and warnings say so already. */
const stops: Record<string, string> = {
  integrity: ', protected files changed',
  syntax: ', syntax errors',
  imports: ', unresolved imports, names or types',
  dependencies: ', new dependencies',
  build: ', the build failed',
  related: ', in the tests nearest to the change',
  coverage: ', too little coverage',
  tester: ', vetoed by the tester',
};
