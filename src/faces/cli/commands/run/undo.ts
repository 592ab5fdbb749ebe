import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { runNamed } from '../../named-run.ts';
import { scrub, short } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

export function registerUndo(program: Command, cli: Cli): void {
  program
    .command('undo')
    .description('undo what a run delivered: delete its branches and take back what it merged')
    .argument('[run]', 'a run, by any unique part of its name (default: the newest that delivered something)')
    .addHelpText('after', example('pawl undo 7f3a'))
    .action((name: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json, hints }) => {
        const undone = scrub(await app.undo(name === undefined ? undefined : await runNamed(app, name)));
        const { run, branch, sha, restored, left, already } = undone;
        if (json) out.json(undone);
        else if (already) {
          const cure = already.before && `; to undo the one before it: ${hints.pawl(`undo ${already.before}`)}`;
          out.line(`the newest run, ${run}, is undone already${cure ?? ''}`);
        } else {
          const undid = left.length === 0 ? 'undid' : 'partly undid';
          if (restored.length === 0) out.line(`${run} was already undone${left.length === 0 ? '' : ', but for this:'}`);
          for (const { ref, sha: at } of restored)
            out.line(
              `${undid} ${run}: ${at === null ? `deleted ${named(ref)}` : `${named(ref)} is back at ${short(at)}`}`,
            );
          const isRestored = restored.some(({ ref, sha: at }) => ref === branch && at !== null);
          if (restored.length > 0)
            out.line(
              `restore it with: ${hints.git(isRestored ? `merge ${short(sha)}` : `branch ${branch} ${short(sha)}`)}`,
            );
          for (const line of left) out.line(`not undone: ${line}`);
        }
        return 0;
      }),
    );
}

const named = (ref: string): string =>
  ref.startsWith('refs/tags/') ? `the tag ${ref.slice('refs/tags/'.length)}` : `the branch ${ref}`;
