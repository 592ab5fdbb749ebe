import type { Command } from 'commander';
import { type Cli, fullName, withApp } from '../cli.ts';
import { strip } from '../text.ts';
import { example } from './example.ts';

export function registerReport(program: Command, cli: Cli): void {
  program
    .command('report')
    .description('print the report of a run as Markdown')
    .argument('<run>', 'the run, or a unique beginning of its name')
    .addHelpText('after', example('pawl report 7f3a > report.md'))
    .action((given: string, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const run = await fullName(app, given);
        if (json) out.json(JSON.parse(await app.report(run, 'json')));
        else out.line(strip(await app.report(run, 'markdown')).trimEnd());
        return 0;
      }),
    );
}
