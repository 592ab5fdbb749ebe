import type { Argument, Command, Option } from 'commander';

export interface Suggestion {
  value: string;
  about: string;
}

/** What could stand in place of the last word: words that are known, or things that only the caller can list. */
export interface Suggestions {
  words: Suggestion[];
  also: 'files' | 'folders' | 'runs' | 'settings' | 'tiers' | null;
  /** Goes before each of those things. */
  prefix: string;
  /** What has been typed of the last word. */
  typed: string;
  /** Options that were given before it, by name. */
  given: Record<string, string>;
}

/** Suggestions for the last of the words after `pawl`, from the same commands and options that help is made from. */
export function suggest(program: Command, words: readonly string[]): Suggestions {
  const { command, position, pending, plain, given } = reading(program, words.slice(0, -1));
  const last = words.at(-1) ?? '';
  const suggestionsOf = (part: Partial<Suggestions>, typed = last, prefix = ''): Suggestions => ({
    ...{ also: null, prefix, typed, given, ...part },
    words: (part.words ?? [])
      .map(({ value, about }) => ({ value: prefix + value, about }))
      .filter(({ value }) => value.startsWith(prefix + typed)),
  });
  if (pending) return suggestionsOf(valuesOf(pending), last === '=' ? '' : last);
  if (last.startsWith('-') && !plain) {
    const [name = '', value] = last.split(/=(.*)/s);
    const option = value === undefined ? undefined : optionNamed(command, name);
    if (option) return suggestionsOf(valuesOf(option), value, `${name}=`);
    return suggestionsOf({ words: optionsOf(command) });
  }
  if (position === 0 && command.commands.length > 0) return suggestionsOf({ words: commandsOf(command) });
  const { registeredArguments: all } = command;
  const argument = all[position] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  return suggestionsOf(argument ? argumentValues(argument) : {});
}

/** Follows the words that are there already. */
function reading(program: Command, words: readonly string[]) {
  let command = program;
  let position = 0;
  let pending: Option | null = null;
  let plain = false;
  const given: Record<string, string> = {};
  for (const word of words) {
    if (pending) {
      // Bash takes `--option=value` for three words.
      if (word === '=') continue;
      given[pending.attributeName()] = word;
      pending = null;
    } else if (word === '--') plain = true;
    else if (word.startsWith('-') && !plain) {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = optionNamed(command, name);
      if (option?.required && value === undefined) pending = option;
      else if (option && value !== undefined) given[option.attributeName()] = value;
    } else {
      const inner = position === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (inner) command = inner;
      else position += 1;
    }
  }
  return { command, position, pending, plain, given };
}

const chainOf = (command: Command): Command[] => (command.parent ? [command, ...chainOf(command.parent)] : [command]);

const optionNamed = (command: Command, name: string): Option | undefined =>
  chainOf(command)
    .flatMap(({ options }) => options)
    .find(({ long, short }) => long === name || short === name);

function optionsOf(command: Command): Suggestion[] {
  const own = chainOf(command).flatMap(({ options }) => options.filter(({ hidden }) => !hidden));
  const all = own.map(({ long, short, description }) => ({ value: long ?? short ?? '', about: description }));
  return [...all, { value: '--help', about: 'show help' }];
}

const commandsOf = (command: Command): Suggestion[] =>
  command.commands.map((each) => ({ value: each.name(), about: each.description() }));

type Values = Pick<Partial<Suggestions>, 'words' | 'also'>;

function valuesOf({ argChoices, flags }: Option): Values {
  if (argChoices) return { words: argChoices.map((value) => ({ value, about: '' })) };
  return { also: things[/<(.+)>/.exec(flags)?.[1] ?? ''] ?? (/tier/.test(flags) ? 'tiers' : null) };
}

function argumentValues(argument: Argument): Values {
  if (argument.argChoices) return { words: argument.argChoices.map((value) => ({ value, about: '' })) };
  return { also: things[argument.name()] ?? null };
}

/** By the name that help gives a value. */
const things: Record<string, Suggestions['also']> = {
  dir: 'folders',
  file: 'files',
  'spec.md': 'files',
  run: 'runs',
  key: 'settings',
};
