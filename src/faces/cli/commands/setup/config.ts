import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { oneLine, scrub } from '../../text.ts';
import { example } from './example.ts';

export function registerConfig(program: Command, cli: Cli): void {
  program
    .command('config')
    .description('print the configuration as YAML')
    .option('--show-origin', 'show where each value comes from')
    .addHelpText('after', example('pawl config --show-origin'))
    .action((options: { showOrigin?: boolean }, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const { values, origins, notes } = await app.settings();
        if (json) {
          out.json(options.showOrigin ? { values, origins, notes } : values);
          return 0;
        }
        const { configLines } = await import('../../render/config.ts');
        for (const line of configLines(values, options.showOrigin ? origins : null)) out.line(line);
        for (const note of scrub(notes)) out.line(`# note: ${oneLine(note, 300)}`);
        return 0;
      }),
    );
}
