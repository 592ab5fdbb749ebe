import type { Command } from 'commander';
import type { Cli } from '../../cli.ts';
import { example } from './example.ts';

export function registerDemo(program: Command, cli: Cli): void {
  program
    .command('demo')
    .description('watch a complete run in a temporary repository, with a scripted model and no network')
    .addHelpText('after', example('pawl demo'))
    .action(async (_options: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const { runDemo } = await import('../../../demo/demo.ts');
      cli.code = await runDemo({ json: json === true, print: (line) => cli.out.line(line) });
    });
}
