import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { registerCommands } from './commands/index.ts';
import { reportError } from './errors.ts';
import type { CliIo } from './io.ts';
import { outputFor } from './output.ts';
import { packageVersion } from './version.ts';

/** One invocation of `pawl`: the words after the program's name in, the exit code out. */
export async function runCli(argv: string[], io: CliIo): Promise<number> {
  const out = outputFor(io);
  const cli: Cli = { io, out, code: 0 };
  const program = createProgram(cli);
  try {
    await program.parseAsync(meant(argv), { from: 'user' });
    return cli.code;
  } catch (error) {
    const given = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
    const command = program.commands.find((known) => known.name() === given.find((word) => isCommand(program, word)));
    return reportError(error, out, {
      json: given.includes('--json'),
      debug: given.includes('--debug'),
      help: `${command ? `pawl ${command.name()}` : 'pawl'} --help`,
    });
  }
}

function createProgram(cli: Cli): Command {
  const program = new Command('pawl')
    .description('Turns a request into verified commits.')
    .usage('<command> [options]')
    .version(packageVersion())
    .option('--target <dir>', 'the repository, or a folder in it (default: the current directory)')
    .option('--config <file>', "a configuration file that outranks the project's and yours")
    .option('--json', 'machine-readable output')
    .option('-q, --quiet', 'show only how it ends, and questions')
    .option('-v, --verbose', 'show what agents do too; alone, -v prints the version')
    .option('--debug', 'show the stack of an internal error')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true })
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

const isCommand = (program: Command, word: string): boolean => program.commands.some((c) => c.name() === word);
function meant(argv: string[]): string[] {
  if (argv.length === 1 && argv[0] === '-v') return ['--version'];
  return isBare(argv) ? ['--help'] : argv;
}

const isBare = (argv: string[]): boolean => argv.every((word) => word === '--debug' || word === '--json');
