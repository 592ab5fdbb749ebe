import type { Command } from 'commander';
import { type Cli, fullName, withApp } from '../../cli.ts';
import { example } from '../setup/example.ts';

export function registerCancel(program: Command, cli: Cli): void {
  program
    .command('cancel')
    .description('end a run for good')
    .argument('<run>', 'the name of the run, or the start of it')
    .addHelpText('after', example('pawl cancel 7f3a'))
    .action((given: string, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const run = await fullName(app, given);
        const outcome = await app.cancel(run);
        if (json) out.json({ run, outcome });
        else if (outcome === 'cancelled') out.line(`cancelled ${run}`);
        else out.line(`asked the process that is running ${run} to cancel it`);
        return 0;
      }),
    );
}
