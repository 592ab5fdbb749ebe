import { stripEscapes } from '../../../code/text.ts';
import type { TestError } from '../../../schema/judge/test-run.ts';
import { compileError, type Refusal } from '../../checks/compile-error.ts';
import { plainError } from '../../reports/report.ts';

/** `src/a.c:3:5: error: message`, the way gcc and clang write it; else the last lines of the build. */
export function buildErrors(log: string, mount_at: string): TestError[] {
  const output = stripEscapes(log);
  const errors = [...output.matchAll(/^((?:\.{0,2}\/)?[^\s:][^:\n]*):(\d+)(?::(\d+))?: (?:fatal )?error: (.*)$/gm)].map(
    ([, path = '', line, column = '1', message = '']) =>
      compileError({ type: typeOf(message), message, path, line: Number(line), column: Number(column) }, mount_at),
  );
  const undefinedNames = [...output.matchAll(/undefined reference to [`'‘]([^'’]+)['’]/g)].map(([, name]) =>
    plainError('NameError', `undefined reference to ${name}`),
  );
  if (errors.length + undefinedNames.length > 0) return [...errors, ...undefinedNames];
  const settings = /^CMake Error at ([^\s:]+):(\d+)[^\n]*:\n+\s+(.*(?:\n {2}.*)*)/m.exec(output);
  const reason = settings?.[3] ?? /^(?:\S+: )?ERROR: (.*)$/m.exec(output)?.[1];
  const message = reason?.replace(/\s+/g, ' ').trim() ?? output.trim().split('\n').slice(-5).join('\n');
  return [plainError('BuildError', `the build failed: ${message.slice(0, 2000)}`, settings?.[1] ?? null)];
}

function typeOf(message: string): Refusal {
  return types.find(([, pattern]) => pattern.test(message))?.[0] ?? 'BuildError';
}

const types: [Refusal, RegExp][] = [
  ['ImportError', /: No such file or directory$|file not found$/],
  ['SyntaxError', /^expected |^unterminated |^missing terminating|^stray /],
  [
    'NameError',
    /undeclared|^implicit declaration|^unknown type name|was not declared|has no member named|no member named/,
  ],
  [
    'TypeError',
    /^incompatible |^too (?:few|many) arguments|^conflicting types|^invalid (?:conversion|operands)|^cannot convert/,
  ],
];
