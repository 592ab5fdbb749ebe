import type { Command } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { table } from '../../layout.ts';
import { oneLine, scrub } from '../../text.ts';
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
  if (!json) {
    for (const line of found) out.line(`found    ${oneLine(line, 300)}`);
    out.line(`${file}${exists ? ' exists; this one would fit this machine' : ''}:`);
    for (const line of text.trimEnd().split('\n')) out.line(`  ${line}`);
  }
  const written = isWanted && (await agrees());
  if (written) await app.writeConfig(text, { backup: exists });
  if (json) out.json({ file, text, found, exists, written });
  else if (written)
    out.line(
      `wrote ${file}${exists ? ` (the old one is ${file}.before-setup)` : ''}. Check it with: ${hints.pawl('doctor --online')}`,
    );
  else if (isWanted) out.line(`nothing was written; pawl setup --yes ${exists ? 'replaces' : 'writes'} it`);
  else if (unchanged) out.line(`nothing to do: ${file} is the same`);
  else
    for (const line of [
      'nothing was written, because the file has settings of your own.',
      'To take over parts of this: pawl config edit',
      `To use this instead: mv ${file} ${file}.mine && pawl setup --yes`,
    ])
      out.line(line);
  return 0;
}

export function registerModels(program: Command, cli: Cli): void {
  program
    .command('models')
    .description('list the models that your providers offer, with prices per million tokens')
    .argument('[part]', 'only models with this text in their name')
    .addHelpText('after', example('pawl models mini'))
    .action((part: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async (session) => {
        const { app, out, json } = session;
        const offers = scrub(await busy(session, 'asking the providers', () => app.models()));
        const rows = offers.flatMap(({ provider, base_url, models }) =>
          models
            .filter(({ name }) => part === undefined || name.includes(part))
            .map(({ name, price }) => [
              `${provider}/${name}`,
              price
                ? `$${price.input} in, $${price.output} out`
                : isLocal(base_url)
                  ? 'on this machine'
                  : 'price unknown',
            ]),
        );
        if (json) out.json({ providers: offers });
        else {
          for (const line of table(rows, out.columns())) out.line(line);
          for (const { provider, failed } of offers) if (failed !== null) out.line(`${provider}: ${oneLine(failed)}`);
          if (offers.length === 0) out.line('no provider can be asked: pawl setup looks for keys and local servers');
        }
        return 0;
      }),
    );
}

const isLocal = (address: string | null): boolean =>
  address !== null && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(address).hostname);
