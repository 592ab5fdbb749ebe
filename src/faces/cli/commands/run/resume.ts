import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { follow } from '../../follow.ts';
import { runNamed } from '../../named-run.ts';
import { addYes, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

export function registerResume(program: Command, cli: Cli): void {
  const resume = program
    .command('resume')
    .description('continue a run (default: the newest unfinished one)')
    .argument('[run]', 'a run, by any unique part of its name');
  addYes(resume)
    .addHelpText('after', example('pawl resume'))
    .action((run: string | undefined, options: { yes?: boolean }, command: Command) =>
      withApp(
        cli,
        command,
        (session) =>
          follow(session, async () =>
            session.app.resume(run === undefined ? undefined : await runNamed(session.app, run)),
          ),
        flagsOf({ ...options }),
      ),
    );
}
