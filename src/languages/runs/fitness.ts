import { shortText } from '../../code/text.ts';
import type { ScopePath } from '../../schema/code/path.ts';
import type { TestError, TestRun } from '../../schema/judge/test-run.ts';
import { compileErrors } from '../checks/compile-errors.ts';
import { buildFile } from '../generic/build-files.ts';
import { languages } from '../registry.ts';
import { hangType, noReport, silentPart } from '../reports/report.ts';
import type { Files, Runner } from '../runner.ts';

/**
 * Why base's tests cannot be run at all, with what a person can do about it; null where they can, or where it is the
 * code that keeps them from it, which a change may mend.
 */
export async function cannotStart(run: TestRun, files: Files): Promise<string | null> {
  const isMissing = run.evidence === 'exit_code' && run.exit_code === 127;
  if (!isMissing && (run.cases.length > 0 || !['ok', 'no_report'].includes(run.outcome))) return null;
  if (!isMissing && run.outcome === 'ok' && run.errors.length === 0) return null;
  const missing = run.errors.find(({ type }) => unfitTypes.has(type));
  if (missing) return `the tests cannot be run: ${missing.message}`;
  const output = [...run.errors.flatMap(({ message, stack }) => [message, stack]), run.output_tail].join('\n');
  const cure = await cureFor(output, files);
  if (cure) return `the tests cannot be run: ${cure}`;
  if (isOfCode(run, files)) return null;
  const ended =
    run.exit_code === null ? `was ended by ${run.signal ?? 'a signal'}` : `exited with code ${run.exit_code}`;
  const hint = missingProgram(run) ?? 'see that it works outside of Pawl, or set tests.command in .pawl/config.yaml';
  return `the tests cannot be run: ${run.runner} ${ended} and reported no test; ${hint}. Its last lines: ${lastLines(run)}`;
}

/** The last that a runner said, in one line and without frames; '' where it said nothing. */
export function lastLines({ output_tail }: Pick<TestRun, 'output_tail'>): string {
  const lines = output_tail.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => /\w/.test(line) && !frame.test(line))
    .slice(-4)
    .join(' | ')
    .slice(-500);
}

/** Lines of a stack: of calls, of files that load each other, and what is printed around them. */
const frame =
  /^at |^File "|^- \/|^'?\/[^\s']+'?,?$|^Require stack:|^requireStack: \[|^code: '\w+',?$|^[\w.]+ v\d+\.\d+\.\d+$|^\w+:internal\//;

async function cureFor(output: string, files: Files): Promise<string | undefined> {
  const cures = await Promise.all(languages().map(({ runners }) => runners?.cure?.(output, files)));
  return cures.find((cure) => cure !== null && cure !== undefined) ?? undefined;
}

/** Errors that say themselves what a person can do. */
const unfitTypes = new Set(['MissingModule', 'MissingPlugin', 'MissingProgram', 'BadManifest']);

/** Why no verdict is possible where no test ran: what was looked for, what is there, and what to set. */
export async function nothingRan(runner: Runner | null, run: TestRun, files: Files): Promise<string> {
  const { paths } = files;
  const cure = await cureFor('', files);
  if (cure) return `no test ran, so no verdict is possible: ${cure}`;
  const error = run.errors.find(({ type }) => type !== silentPart);
  if (error)
    return `no test ran, so no verdict is possible: without any change ${run.runner} stops at ${placed(error)}; fix this first, or name another command: tests.command in .pawl/config.yaml`;
  if (run.cases.length > 0)
    return `no test ran, so no verdict is possible: ${run.runner} skipped ${run.cases.length === 1 ? 'the only test' : `all ${run.cases.length} tests`}; see why, or name another command: tests.command in .pawl/config.yaml`;
  const runnerIds = languages().flatMap(({ runners }) => runners?.ids ?? []);
  const there = [...new Set(paths.filter((path) => buildFile.test(path)))].slice(0, 3);
  const looked = runner === null ? `none of ${runnerIds.join(', ')} was found` : `${runner.id} found no test`;
  const shows = there.length > 0 ? `, but there is ${there.join(', ')}` : '';
  return `no test ran, so no verdict is possible: ${looked}${shows}; name the command in .pawl/config.yaml, such as tests: { command: ["make", "test"] }`;
}

/** Why no verdict is possible where nothing but the exit code of a command is known, and it fails on base, too. */
export async function failsAnyway(run: TestRun, files: Files): Promise<string> {
  const cure = await cureFor(
    [...run.cases.map(({ error }) => error?.message ?? ''), run.output_tail].join('\n'),
    files,
  );
  const command = run.cases[0]?.names[0] ?? run.runner;
  const hint = cure ?? 'see that it works outside of Pawl, or name another command: tests.command in .pawl/config.yaml';
  const how = `\`${command}\` fails without any change, with exit code ${run.exit_code}, and names no test`;
  return `no verdict is possible: ${how}; ${hint}. Its last lines: ${lastLines(run)}`;
}

const placed = ({ message, file, line }: TestError): string =>
  `${shortText(message, 300)}${file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`}`;

/** Why no verdict is possible where base's tests do not come to an end; `how` says in which way. */
export async function neverEnds(how: string, run: TestRun, files: Files): Promise<string> {
  const error = run.errors.find(({ type }) => type !== noReport && type !== hangType);
  const cure = error ? placed(error) : await cureFor('', files);
  const hint =
    cure ?? 'see that the test command works outside of Pawl, or name another: tests.command in .pawl/config.yaml';
  const last = cure === null || cure === undefined ? lastLines(run) : '';
  return `no verdict is possible, since ${how} without any change: ${hint}${last === '' ? '' : `. Its last lines: ${last}`}`;
}

/** An error in a file of the tree, of one that its stack leads through, of a test that ran, or of a compiler or a build. */
function isOfCode(run: TestRun, { paths }: Files): boolean {
  const { syntax_errors, import_errors } = compileErrors(run);
  if (syntax_errors.length + import_errors.length > 0) return true;
  const own = new Set<ScopePath>(paths);
  return run.errors.some(
    ({ type, file, stack, ends }) =>
      type === 'BuildError' ||
      ends === 'run' ||
      (file !== null && own.has(file)) ||
      linesIn(stack).some((path) => own.has(path)),
  );
}

/** The files that a stack names a line of. */
const linesIn = (stack: string): string[] =>
  [...stack.matchAll(/(?<![\w./-])([^\s:"'()]+)(?::|", line )\d+/g)].flatMap(([, path]) => path ?? []);

function missingProgram({ exit_code, output_tail }: TestRun): string | null {
  if (exit_code !== 127) return null;
  const program = /(?:exec: |: )?"?([\w./-]+)"?: (?:command )?not found/.exec(output_tail)?.[1];
  return `${program ?? 'a program that it needs'} is not installed where the tests run`;
}
