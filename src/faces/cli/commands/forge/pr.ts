import type { Command } from 'commander';
import type { Pull } from '../../../../schema/forge/pull.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { atLeastOne } from '../../options.ts';
import { row } from '../../render/style.ts';
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
  one('show', 'print one with its description', (session, number) => session.app.pull(number), shownLines);
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
    lines: (pull: Pull, session: Session) => string[] | Promise<string[]>,
  ): void {
    pr.command(name)
      .description(description)
      .argument('<number>', 'its number, as pawl pr list prints it', atLeastOne)
      .addHelpText('after', example(`pawl pr ${name} 1`))
      .action((number: number, _options: unknown, command: Command) =>
        withApp(cli, command, async (session) => {
          const pull = scrub(await act(session, number));
          if (session.json) session.out.json(pull);
          else for (const line of await lines(pull, session)) session.out.line(line);
          return 0;
        }),
      );
  }
}

/** On a terminal without Markdown's marks; one that is ready with how to merge it. */
async function shownLines(pull: Pull, { io, style, hints }: Session): Promise<string[]> {
  const { number, title, head, base, head_sha, url, body, state, draft } = pull;
  const text = body.replace(/^<!-- pawl .*\n?/gm, '').trim();
  const bodyLines = async () =>
    io.isTTY ? (await import('../../render/markdown.ts')).markdownLines(text, style) : text.split('\n');
  const isHere = url === `pawl pr show ${number}`;
  return [
    `${number}: ${title}`,
    `${stateOf(pull)}, ${head} into ${base}, at ${head_sha.slice(0, 12)}`,
    ...(isHere ? [] : [url]),
    ...(text === '' ? [] : ['', ...(await bodyLines())]),
    ...(state === 'open' && !draft ? ['', row('next', style.paint.cyan(hints.pawl(`pr merge ${number}`)))] : []),
  ];
}

const stateOf = ({ state, draft }: Pull): string => (state === 'open' && draft ? 'draft' : state);
