import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type Cli, type Session, sessionOf } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { follow } from '../../following/follow.ts';
import { hintsFor } from '../../hints.ts';
import { example } from './example.ts';

export function registerDemo(program: Command, cli: Cli): void {
  program
    .command('demo')
    .description('watch a complete run in a temporary repository, with a scripted model and no network')
    .addHelpText('after', example('pawl demo'))
    .action((_options: unknown, command: Command) => demo(cli, command));
}

async function demo(cli: Cli, command: Command): Promise<void> {
  const session = sessionOf(cli, command);
  const tell = (line: string) => {
    if (!session.json) session.out.line(line);
  };
  tell('A small real repository, real git, real tests in a real sandbox, a real HTTP model server on loopback.');
  tell("Only the model's words are scripted: no key and no network are needed.");
  const { app, target, state, close } = await busy(session, 'making the repository', async () =>
    (await import('../../../demo/demo.ts')).openDemo(),
  );
  const { request } = await import('../../../demo/repository.ts');
  const program = programOf(session.io.env);
  const hints = hintsFor({ target, state, ...(program !== undefined && { program }) });
  tell('');
  tell(`$ pawl run '${request}' --plan single`);
  try {
    // Nobody listens, and a run whose model is gone cannot be resumed: Ctrl-C ends it.
    const { keys: _keys, onStop: _onStop, ...io } = session.io;
    const elsewhere = { ...session, io, app, yes: true, hints, style: { ...session.style, hints } };
    cli.code = await follow(elsewhere, () => app.run(request));
  } finally {
    await close();
  }
  tell('');
  tell(
    `The repository is in ${target}. Nothing in its work tree was touched: the commit is on a branch. You can delete ${dirname(target)}: everything of the demo is in it.`,
  );
}

/** How the script `demo` of npm calls Pawl: who runs that may have installed nothing yet. */
const programOf = ({ npm_lifecycle_event, npm_lifecycle_script = '' }: Session['io']['env']): string | undefined =>
  npm_lifecycle_event === 'demo' ? /([^&]+) demo$/.exec(npm_lifecycle_script)?.[1]?.trim() : undefined;
