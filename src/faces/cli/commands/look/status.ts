import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { runLines, runTable } from '../../render/run/status.ts';
import { example } from '../setup/example.ts';

export function registerStatus(program: Command, cli: Cli): void {
  program
    .command('status')
    .description('list the runs, or show one in detail')
    .argument('[run]', 'a run, by any unique part of its name (default: list all)')
    .addHelpText('after', example('pawl status'))
    .action((run: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json, style }) => {
        if (run === undefined) {
          const runs = await app.runs();
          if (json) out.json({ runs });
          else for (const line of runTable(runs, style)) out.line(line);
          return 0;
        }
        const view = await app.view(run);
        if (json) out.json(view);
        else for (const line of runLines(view, style)) out.line(line);
        return 0;
      }),
    );
}
