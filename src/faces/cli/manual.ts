import type { Command } from 'commander';

const exits = [
  ['0', 'completed'],
  ['1', 'failed: no tier solved it; the report says what was tried'],
  ['2', 'usage or configuration error'],
  ['3', 'waiting for your answer'],
  ['4', 'cancelled'],
  ['5', 'budget exhausted'],
  ['6', 'timed out'],
  ['7', 'the review rejected the change'],
  ['8', 'this machine is not fit: no git, no sandbox, no key'],
] as const;

/** The manual page, in the language of man, from the commands and options that help is made from. */
export function manual(program: Command, version: string): string {
  const commands = program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each]));
  return [
    `.TH PAWL 1 "" "pawl ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `pawl \\- ${escaped(lower(program.description()))}`,
    '.SH SYNOPSIS',
    '.B pawl',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    'Pawl plans a request, lets the cheapest capable model write the change, runs the tests in a sandbox, reviews the change,',
    'and commits only what passed. Each command explains itself with',
    '.BR \\-\\-help .',
    '.SH OPTIONS',
    'Every command takes these.',
    ...optionLines(program),
    '.SH COMMANDS',
    ...commands.flatMap((command) => [
      `.SS "${escaped(usageOf(command))}"`,
      `${sentence(command.description())}`,
      ...command.registeredArguments.flatMap((argument) => item(argument.name(), argument.description)),
      ...optionLines(command),
    ]),
    '.SH EXIT STATUS',
    ...exits.flatMap(([code, meaning]) => item(code, meaning)),
    '.SH FILES',
    ...item('~/.config/pawl/config.yaml', 'your own configuration'),
    ...item('.pawl/config.yaml', "the project's own, which may not set endpoints, keys, sandbox or network"),
    ...item('~/.local/state/pawl/', 'all that is kept of runs: events, reports, memory, private clones, spending'),
    '',
  ].join('\n');
}

function usageOf(command: Command): string {
  const { parent } = command;
  const group = parent?.parent ? `${parent.name()} ` : '';
  return `pawl ${group}${command.name()} ${command.usage()}`.replace(' [options]', '');
}

const optionLines = (command: Command): string[] =>
  command.options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ flags, description, argChoices }) =>
      item(flags, `${description}${argChoices ? ` (${argChoices.join(', ')})` : ''}`),
    );

const item = (term: string, meaning: string): string[] => ['.TP', `.B ${escaped(term)}`, escaped(meaning)];

const sentence = (text: string): string => escaped(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '');

/** A dash stays one that can be copied, and no line begins with what man would obey. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
    .replaceAll('"', '\\(dq');
}
