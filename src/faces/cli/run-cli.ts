import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { reportError } from './errors.ts';
import type { CliIo } from './io.ts';
import { createProgram } from './program.ts';
import { outputFor } from './terminal/output.ts';

/** One invocation of `pawl`: the words after the program's name in, the exit code out. */
export async function runCli(argv: string[], io: CliIo): Promise<number> {
  const out = outputFor(io);
  const cli: Cli = { io, out, code: 0 };
  const program = createProgram(cli);
  try {
    await program.parseAsync(canonicalArgs(argv, program), { from: 'user' });
    return cli.code;
  } catch (error) {
    const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
    return reportError(error, out, {
      json: words.includes('--json'),
      debug: words.includes('--debug'),
      help: `${['pawl', ...commandsIn(words, program.commands)].join(' ')} --help`,
    });
  }
}

/** The names of the command that these words call, from the outermost. */
function commandsIn([word, ...rest]: string[], commands: readonly Command[]): string[] {
  if (word === undefined) return [];
  const command = commands.find((candidate) => candidate.name() === word);
  return command ? [word, ...commandsIn(rest, command.commands)] : commandsIn(rest, commands);
}

const isCommand = (program: Command, word: string): boolean => program.commands.some((c) => c.name() === word);

function canonicalArgs(argv: string[], program: Command): string[] {
  const [first, topic] = argv;
  // Commander would answer with the whole help; asked to do it, it says what is unknown and what is similar.
  if (first === 'help' && topic !== undefined && !topic.startsWith('-') && !isCommand(program, topic)) return [topic];
  if (argv.length === 1 && argv[0] === '-v') return ['--version'];
  return isBare(argv) ? ['--help'] : argv;
}

const isBare = (argv: string[]): boolean => argv.every((word) => word === '--debug' || word === '--json');
