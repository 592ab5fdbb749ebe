import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { openRun, runArgument } from '../../named-run.ts';
import { scrub } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

export function registerCancel(program: Command, cli: Cli): void {
  program
    .command('cancel')
    .description('end a run for good')
    .argument(...runArgument)
    .addHelpText('after', example('pawl cancel 7f3a'))
    .action((name: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async (session) => {
        const { app, out, json } = session;
        const { run } = await openRun(app, name);
        const outcome = await busy(session, 'cancelling', () => app.cancel(run));
        if (json) out.json({ run, outcome });
        else if (outcome === 'cancelled') {
          out.line(`cancelled ${run}`);
          const { branch, commits, next } = scrub(await app.view(run));
          if (commits.length > 0 && next !== null) out.line(`what was finished is on ${branch}: ${next}`);
        } else out.line(`asked the process that is running ${run} to cancel it`);
        return 0;
      }),
    );
}
