import type { Command } from 'commander';
import { SecretsFound } from '../../../../ports/errors.ts';
import type { Proposal } from '../../../../schema/settings/init.ts';
import { count } from '../../../words.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { scrub } from '../../text.ts';
import { example } from './example.ts';

const listed = 40;

export function registerInit(program: Command, cli: Cli): void {
  program
    .command('init')
    .description('prepare a folder: make it a git repository with a first commit')
    .option('--yes', 'commit without asking')
    .addHelpText('after', example('pawl init --target my-project'))
    .action(({ yes }: { yes?: boolean }, command: Command) =>
      withApp(cli, command, (session) => init(session), yes === true ? { yes } : {}),
    );
}

async function init(session: Session): Promise<number> {
  const { app, out, json, yes } = session;
  const given: { answer: Answer } = { answer: yes ? 'yes' : 'unasked' };
  try {
    const { created, proposal, committed } = scrub(
      await app.init(async (proposed) => {
        if (!json) for (const line of linesOf(scrub(proposed))) out.line(line);
        if (!yes) given.answer = await agreed(session);
        return given.answer === 'yes';
      }),
    );
    if (json) out.json({ created, committed, ...(proposal && shortened(proposal)) });
    else for (const name of created) out.line(`created  ${name}`);
    if (proposal === null && !json) out.line('nothing to do: the folder is ready');
    if (proposal === null || committed) return 0;
    if (!json) out.line(endings[given.answer]);
    return given.answer === 'no' ? 4 : 3;
  } catch (error) {
    if (json && error instanceof SecretsFound) out.json({ refused: scrub(error.places) });
    throw error;
  }
}

type Answer = 'yes' | 'no' | 'unasked';

const endings: Record<Answer, string> = {
  yes: '',
  no: 'nothing was changed',
  unasked: 'nothing was changed; `pawl init --yes` commits these files',
};

async function agreed({ io, json }: Session): Promise<Answer> {
  if (json || !io.ask) return 'unasked';
  return (await io.ask.confirm('Commit these files?')) ? 'yes' : 'no';
}

function linesOf({ files, bytes, ignore, nested }: Proposal): string[] {
  const more = files.length - listed;
  return [
    `a first commit of ${count(files.length, 'file')} (${Math.ceil(bytes / 1024)} KB):`,
    ...files.slice(0, listed).map((path) => `  ${path}`),
    ...(more > 0 ? [`  and ${count(more, 'more file')}`] : []),
    ...(ignore.length > 0 ? [`added to .gitignore: ${ignore.join(' ')}`] : []),
    ...nested.map((path) => `skipped: ${path} is a separate git repository`),
  ];
}

const mostFiles = 10_000;

const shortened = ({ files, ...rest }: Proposal) => ({
  ...rest,
  count: files.length,
  files: files.slice(0, mostFiles),
});
