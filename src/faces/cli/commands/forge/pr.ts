import type { Command } from 'commander';
import type { Pull } from '../../../../schema/forge/pull.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { atLeastOne } from '../../options.ts';
import { scrub } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

export function registerPr(program: Command, cli: Cli): void {
  const pr = program.command('pr').description('pull requests that runs opened, on the forge or on this machine');
  pr.command('list')
    .description('list them, the newest first')
    .addHelpText('after', example('pawl pr list'))
    .action((_options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const pulls = scrub(await app.pulls());
        if (json) out.json({ pulls });
        else if (pulls.length === 0) out.line('no run has opened a pull request here');
        else
          for (const pull of pulls) out.line(`${pull.number}  ${stateOf(pull).padEnd(6)}  ${pull.title}  ${pull.url}`);
        return 0;
      }),
    );
  one(
    'show',
    'print one with its description',
    (session, number) => session.app.pull(number),
    (pull) => [
      `${pull.number}: ${pull.title}`,
      `${stateOf(pull)}, ${pull.head} into ${pull.base}, at ${pull.head_sha.slice(0, 12)}`,
      pull.url,
      '',
      ...pull.body.split('\n').filter((line) => !line.startsWith('<!-- pawl ')),
    ],
  );
  one(
    'merge',
    'merge one that is ready',
    (session, number) => session.app.mergePull(number),
    (pull) => [`merged ${pull.number}: ${pull.head} is in ${pull.base}`],
  );
  one(
    'close',
    'close one without merging it',
    (session, number) => session.app.closePull(number),
    (pull) => [pull.state === 'merged' ? `${pull.number} was merged before` : `closed ${pull.number}: ${pull.title}`],
  );

  function one(
    name: string,
    description: string,
    act: (session: Session, number: number) => Promise<Pull>,
    lines: (pull: Pull) => string[],
  ): void {
    pr.command(name)
      .description(description)
      .argument('<number>', 'its number, as pawl pr list prints it', atLeastOne)
      .addHelpText('after', example(`pawl pr ${name} 1`))
      .action((number: number, _options: unknown, command: Command) =>
        withApp(cli, command, async (session) => {
          const pull = scrub(await act(session, number));
          if (session.json) session.out.json(pull);
          else for (const line of lines(pull)) session.out.line(line);
          return 0;
        }),
      );
  }
}

const stateOf = ({ state, draft }: Pull): string => (state === 'open' && draft ? 'draft' : state);
