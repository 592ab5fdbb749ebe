import type { TestError } from '../../../schema/judge/test-run.ts';
import { compileError } from '../../checks/compile-error.ts';
import { contradiction, hangType, plainError, type Reading, testAt } from '../../reports/report.ts';
import type { Classes } from './classes.ts';
import { refusalOf } from './compile-errors.ts';
import { endOf } from './maven-log.ts';
import { readReports } from './maven-report.ts';

/** Reads the collected reports of Gradle's test tasks. What does not compile or cannot be had is told in its output. */
export function readGradle(
  report: string | undefined,
  log: string,
  tree: { mount_at: string; classes: Classes },
): Reading {
  const reading = readReports(report, tree);
  const refused = compileErrors(log, tree.mount_at);
  const missing = missingIn(log);
  const isBad = reading.cases.some(({ status }) => status === 'failed' || status === 'error');
  const counted = [...log.matchAll(/^\d+ tests? completed, (\d+) failed/gm)].reduce(
    (sum, [, bad]) => sum + Number(bad),
    0,
  );
  const crash = crashIn(log);
  if (!isBad && counted > 0 && crash.length === 0)
    reading.errors.push(contradiction(`Gradle saw ${counted} failures, but the reports contain none`));
  reading.cases.push(...hungIn(log, tree.classes));
  reading.errors.push(...refused, ...missing, ...crash);
  reading.complete &&=
    reading.cases.length > 0 || reading.errors.length > missing.length || /^BUILD SUCCESSFUL/m.test(log);
  const fault = /^\* What went wrong:\n((?:.+\n?)+)/m.exec(log)?.[1]?.trim();
  if (!reading.complete && reading.errors.length === 0 && fault !== undefined)
    reading.errors.push(plainError('BuildError', fault.slice(0, 4000)));
  return reading;
}

/** `/path/Name.java:12: error: message`, often behind the task's name, with the symbol some lines below. */
function compileErrors(log: string, mount_at: string): TestError[] {
  const errors = [
    ...log.matchAll(/^(?::[\w:-]+)?(\/[^\n]*?\.(?:java|groovy|scala)):(\d+): error: (.*)((?:\n(?!\/).*){0,5})/gm),
  ];
  return errors.map(([, path = '', line, headline = '', more = '']) => {
    const symbol = /^\s+symbol:\s+(.+)$/m.exec(more)?.[1]?.trim();
    const message = symbol === undefined ? headline : `${headline}: ${symbol}`;
    return compileError({ type: refusalOf(message), message, path, line: Number(line), column: 1 }, mount_at);
  });
}

function missingIn(log: string): TestError[] {
  const resource = /^\[missing\] (\S+)/m.exec(log)?.[1];
  if (resource !== undefined)
    return [
      plainError(
        'MissingProgram',
        `${resource} is not on this machine: run \`./gradlew test\` once with a network, or install gradle, then try again`,
      ),
    ];
  const module =
    /No cached version of (\S+) available for offline mode|Could not (?:resolve|find) ([\w.-]+:[\w.:-]+)/.exec(log);
  if (!module) return [];
  const name = (module[1] ?? module[2] ?? '').replace(/\.$/, '');
  return [
    plainError('BuildError', `${name} is not on this machine: run the tests once with a network, then try again`),
  ];
}

/** Names of tests, each with its class before it, that began and did not end. */
function runningIn(log: string): string[] {
  const ended = new Set([...log.matchAll(/^\[end\] (.+)$/gm)].map(([, name]) => name));
  return [...log.matchAll(/^\[begin\] (.+)$/gm)].flatMap(([, name = '']) => (ended.has(name) ? [] : [name]));
}

function hungIn(log: string, classes: Classes): Reading['cases'] {
  if (!/Timeout has been exceeded/.test(log)) return [];
  return [...new Set(runningIn(log))].map((name) => {
    const at = name.indexOf(' ');
    const file = classes.fileOf(name.slice(0, at)) ?? '';
    const error = plainError(hangType, 'did not end in time', file || null);
    return { ...testAt(file, [name.slice(at + 1)]), line: null, status: 'failed', duration_ms: 0, error };
  });
}

/** What a JVM that comes down has not yet told is lost: the test that it names may be one before the culprit. */
function crashIn(log: string): TestError[] {
  const code = /Process 'Gradle Test Executor \d+' finished with non-zero exit value (\d+)/.exec(log)?.[1];
  if (code === undefined) return [];
  const { type, how } = endOf(Number(code));
  const last = runningIn(log).at(-1)?.replace(' ', ' > ');
  const where = last === undefined ? '' : `, during or soon after ${last}`;
  return [plainError(type, `the JVM of the tests ${how}${where}`)];
}
