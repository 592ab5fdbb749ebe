import type { Command } from 'commander';
import { bytes, count } from '../../../words.ts';
import { type Cli, withApp } from '../../cli.ts';
import { scrub } from '../../terminal/text.ts';
import { example } from './example.ts';

export function registerClean(program: Command, cli: Cli): void {
  program
    .command('clean')
    .description('remove the private clones of finished runs, or all that is kept of old ones')
    .option('--older-than <period>', 'also remove events, reports and blobs of runs that ended before, such as 30d')
    .addHelpText('after', example('pawl clean --older-than 30d'))
    .action(({ olderThan }: { olderThan?: string }, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const cleaned = scrub(await app.clean(olderThan));
        if (json) {
          out.json(cleaned);
          return 0;
        }
        for (const name of cleaned.removed)
          out.line(olderThan === undefined ? `removed  the clone of ${name}` : `removed  ${name}`);
        for (const name of cleaned.kept) out.line(`kept     ${name} (not finished)`);
        const what = olderThan === undefined ? 'clone' : 'run';
        out.line(`${count(cleaned.removed.length, what)} removed, ${bytes(cleaned.bytes)} freed`);
        return 0;
      }),
    );
}
