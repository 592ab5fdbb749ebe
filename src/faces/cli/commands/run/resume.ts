import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { follow } from '../../following/follow.ts';
import { runNamed } from '../../named-run.ts';
import { addLimits, addYes, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

interface ResumeFlags {
  yes?: boolean;
  budget?: number;
  timeout?: number;
}

export function registerResume(program: Command, cli: Cli): void {
  const resume = program
    .command('resume')
    .description(
      'continue a run (default: the newest unfinished one), also one that stopped at a limit or lacks its review',
    )
    .argument('[run]', 'a run, by any unique part of its name');
  addYes(addLimits(resume))
    .addHelpText('after', example('pawl resume'))
    .action((run: string | undefined, { budget, timeout, ...options }: ResumeFlags, command: Command) =>
      withApp(
        cli,
        command,
        (session) =>
          follow(session, async () =>
            session.app.resume(run === undefined ? undefined : await runNamed(session.app, run), {
              ...(budget !== undefined && { budget }),
              ...(timeout !== undefined && { timeout }),
            }),
          ),
        flagsOf({ ...options }),
        { starts: true },
      ),
    );
}
