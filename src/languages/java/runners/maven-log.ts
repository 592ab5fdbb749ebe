import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { crash, earlyExit, signalOf } from '../../reports/crash.ts';
import { hangType, plainError, testAt } from '../../reports/report.ts';
import type { Classes } from './classes.ts';

/** The test classes that were running when their program was ended for taking too long, or came down. */
export function unfinishedIn(log: string, classes: Classes): TestCase[] {
  const isHung = /There was a timeout in the fork/.test(log);
  const isDown = /The forked VM terminated without properly saying goodbye/.test(log);
  if (!isHung && !isDown) return [];
  const ended = new Set(
    [...log.matchAll(/^\[\w+\] Tests run: .*(?:--? in| in class)\s+([\w.$]+)$/gm)].map(([, name]) => name),
  );
  const crashed = [...log.matchAll(/^\[ERROR\] Crashed tests:\s*\n((?:\[ERROR\] [\w.$]+\s*\n)+)/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/^\[ERROR\] ([\w.$]+)/gm)].map(([, name = '']) => name),
  );
  const begun = [...log.matchAll(/^\[\w+\] Running ([\w.$]+)$/gm)].map(([, name = '']) => name);
  const running = new Set(crashed.length > 0 ? crashed : begun.filter((name) => !ended.has(name)));
  const code = /^\[ERROR\] Process Exit Code: (\d+)/m.exec(log)?.[1];
  const { type, how } = endOf(code === undefined ? null : Number(code));
  return [...running].map((name) => {
    const file = classes.fileOf(name) ?? '';
    return {
      ...testAt(file, [name.slice(name.lastIndexOf('.') + 1)]),
      line: null,
      status: 'failed',
      duration_ms: 0,
      error: isHung
        ? plainError(hangType, 'did not end in time', file || null)
        : plainError(type, `the JVM ${how} while this class was tested`, file || null),
    };
  });
}

/** How a JVM ended, told from its exit code. */
export function endOf(code: number | null): { type: string; how: string } {
  const signal = code === null ? null : signalOf(code);
  if (signal !== null) return { type: crash, how: `was ended by ${signal}` };
  return { type: earlyExit, how: `ended${code === null ? '' : ` with exit code ${code}`}` };
}

/** Why modules could not be built for reasons that are none of their code's, each with the cure. */
export function faultsIn(log: string): TestError[] {
  const faults = new Map<string, TestError>();
  const add = (message: string) => faults.set(message, plainError('BuildError', message));
  for (const [, plugin = '', version = ''] of log.matchAll(/The plugin (\S+) requires Maven version (\S+)/g))
    add(`the plugin ${plugin} needs Maven ${version} or newer: install it and put its \`mvn\` first in PATH`);
  for (const [, artifact = ''] of log.matchAll(
    /(?:in offline mode and the artifact|Could not find artifact|The following artifacts could not be resolved:) ([\w.-]+:[\w.:-]+)/g,
  ))
    add(
      `${artifact} is not on this machine: run \`mvn ${goal}\` once with a network, or \`mvn dependency:go-offline\`, then try again`,
    );
  return [...faults.values()].slice(0, 5);
}

const goal = 'verify';
