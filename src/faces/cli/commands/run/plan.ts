import type { Command } from 'commander';
import type { RunHandle } from '../../../../app.ts';
import { type Cli, withApp } from '../../cli.ts';
import { follow } from '../../following/follow.ts';
import { addLimits, addYes, flagsOf } from '../../options.ts';
import { readRequest } from '../../request.ts';
import { example } from '../setup/example.ts';

export function registerPlan(program: Command, cli: Cli): void {
  const plan = program
    .command('plan')
    .description('propose tasks for a request, without working on them')
    .argument('[request...]', 'what to do, with or without quotes; - reads it from standard input')
    .option('--file <spec.md>', 'read the request from a file');
  addYes(addLimits(plan))
    .addHelpText('after', example('pawl plan "split the parser from the printer"'))
    .action(async (words: string[], options: Record<string, unknown> & { file?: string }, command: Command) => {
      const request = await readRequest(words, options.file, cli.io.stdin);
      await withApp(
        cli,
        command,
        async (session) => {
          let run = '';
          const start = async (): Promise<RunHandle> => {
            const handle = await session.app.plan(request);
            run = handle.run;
            return handle;
          };
          const code = await follow(session, start, { ask: false, leavesOut: true });
          if (code === 0 && !session.json) session.out.line(`start it with: ${session.hints.pawl(`resume ${run}`)}`);
          return code;
        },
        flagsOf(options),
        { starts: true },
      );
    });
}
