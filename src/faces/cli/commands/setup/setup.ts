import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { schemaLine } from '../../version.ts';
import { example } from './example.ts';

export function registerSetup(program: Command, cli: Cli): void {
  program
    .command('setup')
    .description('find keys and local model servers, and write a ladder of them into your configuration')
    .option('--yes', 'write without asking')
    .addHelpText('after', example('pawl setup'))
    .action(({ yes }: { yes?: boolean }, command: Command) =>
      withApp(cli, command, (session) => setup(session), yes === true ? { yes } : {}),
    );
}

async function setup(session: Session): Promise<number> {
  const { app, io, out, json, yes, hints } = session;
  const proposal = scrub(await busy(session, 'looking for keys and servers', () => app.setup()));
  const { file, found, exists, unchanged } = proposal;
  const text = `${schemaLine()}${proposal.text}`;
  const isWanted = !exists || (unchanged && (await app.configText()) !== text);
  const question = `${exists ? 'Replace' : 'Write'} ${file}?`;
  const agrees = async () => yes || (!json && (await io.ask?.confirm(question)) === true);
  if (!json && unchanged && !isWanted) {
    out.line(`nothing to do: ${file} is the same`);
    return 0;
  }
  if (!json) {
    for (const line of found) out.line(`found    ${oneLine(line, 300)}`);
    out.line(`${file}${exists ? ' exists; this one would fit this machine' : ''}:`);
    for (const line of text.trimEnd().split('\n')) out.verbatim(`  ${line}`);
  }
  const written = isWanted && (await agrees());
  if (written) await app.writeConfig(text, { backup: exists });
  if (json) out.json({ file, text, found, exists, written });
  else if (written)
    out.line(
      `wrote ${file}${exists ? ` (the old one is ${file}.before-setup)` : ''}. ${hasModel(text) ? `Check it with: ${hints.pawl('doctor --online')}` : withoutModel}`,
    );
  else if (isWanted) out.line(`nothing was written; pawl setup --yes ${exists ? 'replaces' : 'writes'} it`);
  else
    for (const line of [
      'nothing was written, because the file has settings of your own.',
      'To take over parts of this: pawl config edit',
      `To use this instead: mv ${file} ${file}.mine && pawl setup --yes`,
    ])
      out.line(line);
  return 0;
}

const hasModel = (text: string): boolean => /^[^#]*\bmodel:/m.test(text);

const withoutModel =
  'Without a model, pawl fix works, and pawl run does not: set a key or start a local model server, then: pawl setup';
