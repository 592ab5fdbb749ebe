import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { registerCommands } from './commands/index.ts';
import { packageVersion } from './version.ts';

/** All commands with their options: what is parsed, and what help, completion and the manual are made from. */
export function createProgram(cli: Cli): Command {
  const program = new Command('pawl')
    .description('Turns a request into verified commits.')
    .usage('<command> [options]')
    .version(packageVersion())
    .option('--target <dir>', 'the repository, or a folder in it (default: the current directory)')
    .option('--config <file>', "a configuration file whose values replace the project's and yours")
    .option('--json', 'machine-readable output')
    .option('-q, --quiet', 'print only questions and the result')
    .option('-v, --verbose', 'show what agents do too; alone, -v prints the version')
    .option('--debug', 'show the stack of an internal error')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 30,
      // That a command has options goes without saying, and would make the column of names too wide to read the rest.
      subcommandTerm: (command) => `${command.name()} ${argumentsOf(command)}`.trimEnd(),
    })
    .configureOutput({
      writeOut: (text) => cli.out.raw(text),
      outputError: () => undefined,
      getOutHelpWidth: () => cli.io.columns?.() ?? 100,
      getOutHasColors: () => false,
    })
    .exitOverride()
    .addHelpText('after', '\nExample:\n  $ pawl run "make add() accept negative numbers" --budget 1');
  registerCommands(program, cli);
  return program;
}

const argumentsOf = ({ registeredArguments }: Command): string =>
  registeredArguments
    .map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');
