import type { Command } from 'commander';
import { count } from '../../../words.ts';
import { type Cli, withApp } from '../../cli.ts';
import { scrub } from '../../text.ts';
import { example } from './example.ts';

export function registerClean(program: Command, cli: Cli): void {
  program
    .command('clean')
    .description('remove the private clones of finished runs')
    .addHelpText('after', example('pawl clean'))
    .action((_options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const cleaned = await app.clean();
        if (json) {
          out.json(cleaned);
          return 0;
        }
        const { removed, kept, bytes } = scrub(cleaned);
        for (const name of removed) out.line(`removed  ${name}`);
        for (const name of kept) out.line(`kept     ${name}`);
        out.line(`${count(removed.length, 'item')} removed, ${megabytes(bytes)} freed, ${kept.length} kept`);
        return 0;
      }),
    );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
