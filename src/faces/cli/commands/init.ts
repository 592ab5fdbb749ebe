import type { Command } from 'commander';
import { type Cli, withApp } from '../cli.ts';
import { scrub } from '../text.ts';
import { example } from './example.ts';

export function registerInit(program: Command, cli: Cli): void {
  program
    .command('init')
    .description('make a folder ready: a repository with a first commit')
    .addHelpText('after', example('pawl init --target my-project'))
    .action((_options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const { created } = scrub(await app.init());
        if (json) out.json({ created });
        else if (created.length === 0) out.line('nothing to do: it is ready');
        else for (const name of created) out.line(`created  ${name}`);
        return 0;
      }),
    );
}
