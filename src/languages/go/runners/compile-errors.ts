import { stripEscapes } from '../../../code/text.ts';
import type { TestError } from '../../../schema/judge/test-run.ts';
import { compileError, type Refusal } from '../../checks/compile-error.ts';
import { plainError } from '../../reports/report.ts';

/**
 * `folder/file.go:3:5: message`, the way the compiler, vet and gofmt write it: from where the command was started, which
 * for a module of its own is its folder.
 */
export function buildErrors(output: string, mount_at: string, folder = ''): TestError[] {
  const matches = [
    ...stripEscapes(output).matchAll(
      /^(?:vet: )?((?:\.{0,2}\/)?[^\s:][^:\n]*\.go):(\d+)(?::(\d+))?: (.*(?:\n\t.*)*)$/gm,
    ),
  ];
  const errors = matches.map(([, place = '', line, column = '1', text = '']) => {
    const message = withCure(text);
    const path = place.startsWith('/') ? place : `${folder}${place.replace(/^\.\//, '')}`;
    return compileError({ type: typeOf(text), message, path, line: Number(line), column: Number(column) }, mount_at);
  });
  if (errors.length > 0 || output.trim() === '') return errors;
  const messages = output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:FAIL|ok|\?)\s/.test(line));
  return messages.length === 0 ? [] : [plainError('BuildError', withCure(messages.join('\n')).slice(0, 4000))];
}

/** Where modules are missing, the reason that Go gives is the sandbox's own setting. */
function withCure(message: string): string {
  if (!/module lookup disabled by GOPROXY=off/.test(message)) return message;
  return `a module that this imports is not on this machine: run \`go mod download\` in the project, then try again (${message.trim()})`;
}

function typeOf(message: string): Refusal {
  return types.find(([, pattern]) => pattern.test(message))?.[0] ?? 'BuildError';
}

const types: [Refusal, RegExp][] = [
  ['SyntaxError', /^(?:syntax error\b|expected |invalid character|illegal |missing )|not terminated$|^newline in /],
  ['ImportError', /^(?:no required module|package \S+ is not in|could not import|cannot find (?:package|module))/],
  ['ImportError', /^(?:import cycle|use of internal package|no non-test Go files)|imported and not used/],
  ['ImportError', /^(?:import of package|module \S+ provides package|missing go\.sum entry|module lookup disabled)/],
  ['NameError', /^(?:undefined: |undeclared name)|^\S+ undefined\b|^name \S+ not exported/],
  [
    'TypeError',
    /^(?:cannot (?:use|convert|assign|range|call|index)|invalid (?:operation|argument)|assignment mismatch)/,
  ],
  ['TypeError', /^(?:too many|not enough) (?:arguments|return values)|mismatched types|does not (?:implement|satisfy)/],
  ['TypeError', /^(?:missing return|non-boolean|unknown field|first argument to|impossible type)/],
];
