import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { runArgument, runNamed } from '../../named-run.ts';
import { strip } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

export function registerDiff(program: Command, cli: Cli): void {
  program
    .command('diff')
    .description('print the change of a run as a patch')
    .argument(...runArgument)
    .addHelpText('after', example('pawl diff 7f3a | git apply'))
    .action((name: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json, io, style }) => {
        const run = await runNamed(app, name);
        const { patch, task, attempt } = await app.change(run);
        if (attempt !== null && !json) out.error(`no commit; attempt ${attempt} of ${task} changed:`);
        if (json) out.json({ run, patch, task, attempt });
        else if (patch === '') out.error(`run ${run} changed nothing`);
        // A patch that goes to a program must arrive as it is, or it would no longer apply.
        else if (!io.isTTY) out.raw(patch);
        else {
          const { abbreviated, diffLine } = await import('../../render/markdown.ts');
          const lines = strip(patch).split('\n').map(abbreviated);
          await (io.page ?? out.raw)(lines.map((line) => diffLine(line, style.paint)).join('\n'));
        }
        return 0;
      }),
    );
}
