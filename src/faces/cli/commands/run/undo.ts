import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { runArgument, runNamed } from '../../named-run.ts';
import { scrub } from '../../text.ts';
import { example } from '../setup/example.ts';

export function registerUndo(program: Command, cli: Cli): void {
  program
    .command('undo')
    .description('delete the branch that a run delivered')
    .argument(...runArgument)
    .addHelpText('after', example('pawl undo 7f3a'))
    .action((given: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json, hints }) => {
        const run = await runNamed(app, given);
        const { branch, sha } = scrub(await app.undo(run));
        if (json) out.json({ run, branch, sha });
        else {
          out.line(`undid ${run}: deleted the branch ${branch}`);
          out.line(`restore it with: ${hints.git(`branch ${branch} ${sha}`)}`);
        }
        return 0;
      }),
    );
}
