import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { example } from '../setup/example.ts';

export function registerGraph(program: Command, cli: Cli): void {
  program
    .command('graph')
    .description('print the loop as a Mermaid diagram')
    .addHelpText('after', example('pawl graph > loop.mmd'))
    .action((_options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const mermaid = app.graph();
        if (json) out.json({ mermaid });
        else out.verbatim(mermaid.trimEnd());
        return 0;
      }),
    );
}
