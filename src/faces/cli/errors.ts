import { CommanderError } from 'commander';
import { PawlError } from '../../ports/errors.ts';
import type { ErrorRecord } from '../json/ndjson.ts';
import type { Output } from './terminal/output.ts';
import { oneLine } from './terminal/text.ts';

export function usage(message: string): PawlError {
  return new PawlError('usage', message, 2);
}

/** Says what went wrong, once, and returns the exit code it means. */
export function reportError(
  error: unknown,
  out: Output,
  options: { json: boolean; debug: boolean; help: string },
): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const record = recordOf(error, options.help);
  out.error(`pawl: ${spoken(record, options.debug)}`);
  if (options.debug && error instanceof Error && error.stack) out.error(error.stack);
  if (options.json) out.json(record);
  return record.exit_code;
}

function recordOf(error: unknown, help: string): ErrorRecord {
  const record = (reason: string, message: string, exit_code: number): ErrorRecord => ({
    type: 'error',
    reason,
    message: oneLine(message, 1000),
    exit_code,
  });
  if (error instanceof PawlError) return record(error.reason, error.message, error.exitCode);
  if (error instanceof CommanderError) {
    return record('usage', `${houseWords(error.message.replace(/^error: /, '').replace(/\.$/, ''))}; see ${help}`, 2);
  }
  // What a signal of ours ended; whoever had something better to say has said it.
  if (error instanceof DOMException && error.name === 'AbortError') return record('cancelled', 'Stopped.', 4);
  return record('internal', error instanceof Error ? error.message : String(error), 1);
}

/** What commander says about a command line, in our words. */
function houseWords(message: string): string {
  const [, option, value, choices] = optionChoice.exec(message) ?? [];
  if (option !== undefined) return `${option} takes ${either(choices)}, not '${value}'`;
  const [, word, argument, words] = argumentChoice.exec(message) ?? [];
  if (argument !== undefined) return `${argument.toUpperCase()} takes ${either(words)}, not '${word}'`;
  const [, badOption, badValue, takes] = optionValue.exec(message) ?? [];
  if (badOption !== undefined) return `${badOption} takes ${takes}, not '${badValue}'`;
  const [, badWord, place = '', expected] = argumentValue.exec(message) ?? [];
  if (expected !== undefined) return `${place.toUpperCase()} takes ${expected}, not '${badWord}'`;
  const [, before, name, names = ''] = suggestion.exec(message) ?? [];
  if (name === undefined) return message;
  // What differs in its first letter is another word.
  const near = names.split(', ').filter((each) => initial(each) === initial(name));
  return `${before}${near.length === 0 ? '' : ` (Did you mean ${near.join(' or ')}?)`}`;
}

const optionChoice = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)$/s;
const argumentChoice = /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)$/s;
const optionValue = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. It must be (.*)$/s;
const argumentValue = /^command-argument value '(.*)' is invalid for argument '(.*)'\. It must be (.*)$/s;
const suggestion = /^(unknown \w+ '(.*)')\s+\(Did you mean (?:one of )?(.*)\?\)$/s;
const initial = (name: string): string => name.replace(/^-+/, '').charAt(0);
const either = (choices = ''): string => choices.replace(/, ([^,]*)$/, ' or $1');

function spoken(record: ErrorRecord, debug: boolean): string {
  if (record.reason !== 'internal') return record.message;
  return `internal error: ${record.message}${debug ? '' : ' (run again with --debug for the stack)'}`;
}
