import type { Checker } from '../checks/checker.ts';
import { relativePath } from '../reports/places.ts';
import { refusalOf } from './runners/compile-errors.ts';

/** The compiler, told to stop after parsing: without the project's class path it could judge no more. */
export function javac(paths: string[]): Checker {
  const stop = ['-XDshould-stop.ifNoError=PARSE', '-XDshouldStopPolicyIfNoError=PARSE'];
  return {
    language: 'java',
    needs: ['java'],
    command: {
      argv: [
        ...['javac', '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-proc:none', '-implicit:none'],
        ...['-encoding', 'UTF-8', '-d', '/tmp', ...stop, ...paths.map((path) => `./${path}`)],
      ],
      provide: {},
      collect: [],
      env: {},
    },
    read: ({ stderr }, mount_at) =>
      [...stderr.matchAll(/^([^\s:][^:\n]*\.java):(\d+): error: (.+)\n(?:.*\n)?( *)\^/gm)]
        .map(([, path = '', line, message = '', indent = '']) => ({
          file: relativePath(path, mount_at),
          line: Number(line),
          column: indent.length + 1,
          message,
        }))
        .filter(({ message }) => isGrammar(message)),
  };
}

/** Words that a later release made its own are fine in a project that asks for an earlier one. */
function isGrammar(message: string): boolean {
  return !/^(?:Import|Name|Type)Error$/.test(refusalOf(message)) && !/^as of release /.test(message);
}
