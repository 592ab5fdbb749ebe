import type { Command } from 'commander';
import { SecretsFound } from '../../../../ports/errors.ts';
import type { ConfigProposal, InitResult, Proposal } from '../../../../schema/settings/init.ts';
import { count } from '../../../words.ts';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { busySign } from '../../following/busy.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { example } from './example.ts';

const listed = 40;

export function registerInit(program: Command, cli: Cli): void {
  program
    .command('init')
    .description('prepare a folder: a git repository, a first commit, and how its tests are run')
    .option('--yes', 'commit and write without asking')
    .addHelpText('after', example('pawl init --target my-project'))
    .action(({ yes }: { yes?: boolean }, command: Command) =>
      withApp(cli, command, (session) => init(session), yes === true ? { yes } : {}),
    );
}

async function init(session: Session): Promise<number> {
  const { app, out, json, yes } = session;
  const consent: { answer: Answer } = { answer: yes ? 'yes' : 'unasked' };
  const sign = busySign(session, 'looking at the project, running its tests');
  const asking =
    <T>(show: (proposed: T) => string[], question: string) =>
    async (proposed: T) => {
      sign.hide();
      if (!json) for (const line of show(scrub(proposed))) out.line(line);
      if (!yes) consent.answer = await agreed(session, question);
      sign.show();
      return consent.answer === 'yes';
    };
  try {
    const result = await app.init(
      asking(linesOf, 'Make this commit?'),
      asking(configLines, 'Write this configuration?'),
    );
    sign.hide();
    const { created, proposal, committed, config, note } = scrub(result);
    if (json) out.json({ created, committed, ...(proposal && shortened(proposal)), ...(config && { config }) });
    else for (const name of created) out.line(`created  ${name}`);
    const isReady = proposal === null || committed;
    if (isReady && !json) for (const line of configEnd(config, note, consent.answer)) out.line(line);
    if (proposal === null && config === null && !json) out.line('nothing to do: the folder is ready');
    if (isReady) return 0;
    if (!json) out.line(endings[consent.answer]);
    return consent.answer === 'no' ? 4 : 3;
  } catch (error) {
    if (json && error instanceof SecretsFound) out.json({ refused: scrub(error.places) });
    throw error;
  } finally {
    sign.hide();
  }
}

type Answer = 'yes' | 'no' | 'unasked';

const endings: Record<Answer, string> = {
  yes: '',
  no: 'nothing was changed',
  unasked: 'nothing was changed; `pawl init --yes` makes this commit',
};

async function agreed({ io, json }: Session, question: string): Promise<Answer> {
  if (json || !io.ask) return 'unasked';
  return (await io.ask.confirm(question)) ? 'yes' : 'no';
}

function linesOf({ files, bytes, ignore, nested }: Proposal): string[] {
  const more = files.length - listed;
  const size = `a first commit of ${count(files.length, 'file')} (${Math.ceil(bytes / 1024)} KB):`;
  return [
    files.length === 0 ? 'a git repository with an empty first commit: there are no files yet' : size,
    ...files.slice(0, listed).map((path) => `  ${path}`),
    ...(more > 0 ? [`  and ${count(more, 'more file')}`] : []),
    ...(ignore.length > 0 ? [`added to .gitignore: ${ignore.join(' ')}`] : []),
    ...nested.map((path) => `skipped: ${path} is a separate git repository`),
  ];
}

/** What a configuration would add. */
const configLines = ({ file, text }: ConfigProposal): string[] => [
  `${file}, which says how the tests are run and sets nothing yet:`,
  ...text
    .trimEnd()
    .split('\n')
    .map((line) => `  + ${line}`),
];

function configEnd(config: InitResult['config'], note: string | null, answer: Answer): string[] {
  if (note !== null) return [`no configuration was written: ${oneLine(note, 300)}`];
  if (config === null) return [];
  if (config.written) return [`created  ${config.file}`];
  if (config.existing !== null) return differing(config.file, config.existing, config.text);
  return [answer === 'no' ? `${config.file} was not written` : `\`pawl init --yes\` writes ${config.file}`];
}

/** Lines that only one of them has. */
function differing(file: string, existing: string, text: string): string[] {
  const [before, now] = [existing, text].map((one) => one.trimEnd().split('\n'));
  const only = (lines: string[] = [], others: string[] = []) => lines.filter((line) => !others.includes(line));
  return [
    `${file} already exists and is not changed; a new one would differ in these lines:`,
    ...only(before, now).map((line) => `  - ${line}`),
    ...only(now, before).map((line) => `  + ${line}`),
  ];
}

const mostFiles = 10_000;

const shortened = ({ files, ...rest }: Proposal) => ({
  ...rest,
  count: files.length,
  files: files.slice(0, mostFiles),
});
