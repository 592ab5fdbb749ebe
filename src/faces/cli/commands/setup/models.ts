import type { Command } from 'commander';
import type { Offer } from '../../../../schema/settings/setup.ts';
import { whyUnreached } from '../../../../schema/settings/unreached.ts';
import { type Cli, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { table } from '../../terminal/layout.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { example } from './example.ts';

const unfitExitCode = 8;

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
        if (json) out.json({ providers: offers });
        else for (const line of modelLines(offers, part, out.columns())) out.line(line);
        return offers.some(({ failed }) => failed === null) ? 0 : unfitExitCode;
      }),
    );
}

function modelLines(offers: Offer[], part: string | undefined, columns: number): string[] {
  if (offers.length === 0) return ['no provider can be asked: pawl setup looks for keys and local servers'];
  const rows = offers.flatMap((offer) =>
    offer.models
      .filter(({ name }) => part === undefined || name.includes(part))
      .map(({ name, price }) => [`${offer.provider}/${name}`, priceWords(offer, price)]),
  );
  const isAnswered = offers.some(({ failed }) => failed === null);
  return [
    ...table(rows, columns),
    ...(rows.length === 0 && isAnswered ? [noneLine(part)] : []),
    ...offers.flatMap((offer) => (offer.failed === null ? [] : [failedLine(offer, offer.failed)])),
  ];
}

const noneLine = (part: string | undefined): string =>
  part === undefined
    ? 'no model is offered'
    : `no model has '${oneLine(part, 60)}' in its name; to list all: pawl models`;

function priceWords({ base_url }: Offer, price: Offer['models'][number]['price']): string {
  if (price) return `$${price.input} in, $${price.output} out`;
  return isLocal(base_url) ? 'on this machine' : 'price unknown';
}

function failedLine({ provider, base_url }: Offer, failed: string): string {
  const at = base_url === null ? '' : ` at ${base_url}`;
  if (failed === 'ECONNREFUSED')
    return `${provider} does not answer${at}: nothing listens there. Is the server running?`;
  if (failed === 'HTTP 401' || failed === 'HTTP 403') return `${provider} rejected its key (${failed})`;
  return `${provider} does not answer${at}: ${whyUnreached(failed) ?? oneLine(failed)}`;
}

const isLocal = (address: string | null): boolean =>
  address !== null && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(address).hostname);
