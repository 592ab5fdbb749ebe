import { fileURLToPath } from 'node:url';
import { Argument, type Command, Option } from 'commander';
import { type Cli, type Session, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { oneLine, scrub, strip } from '../../terminal/text.ts';
import { schemaAddress } from '../../version.ts';
import { editConfig } from './config-edit.ts';
import { example } from './example.ts';

export function registerConfig(program: Command, cli: Cli): void {
  program
    .command('config')
    .description('print the configuration as YAML; get or set one value, edit your own file, or print where it is')
    .addArgument(new Argument('[action]', 'what to do').choices(actions).argParser(actionNamed))
    .argument('[key]', 'the name of a setting, such as limits.run_usd')
    .argument('[value]', 'its value, as YAML')
    .addOption(new Option('--show-origin', 'show where each value comes from'))
    .addHelpText('after', example('pawl config set limits.run_usd 2'))
    .action((action, key, value, options: { showOrigin?: boolean }, command: Command) =>
      withApp(cli, command, (session) => perform(session, [action, key, value], options)),
    );
}

const actions = ['get', 'set', 'edit', 'path', 'schema'] as const;
type Action = (typeof actions)[number];

function actionNamed(word: string): Action {
  const action = actions.find((name) => name === word);
  if (action) return action;
  throw usage(`there is no action '${word}' (${actions.join(', ')}); see pawl config --help`);
}

type Words = [action?: Action, key?: string, value?: string];

async function perform(
  session: Session,
  [action, key, value]: Words,
  options: { showOrigin?: boolean },
): Promise<number> {
  const { app, out, json } = session;
  if (action === undefined) return print(session, options);
  switch (action) {
    case 'path':
      if (json) out.json({ path: app.userConfig() });
      else out.line(app.userConfig());
      return 0;
    case 'schema': {
      const schema = fileURLToPath(schemaAddress());
      if (json) out.json({ path: schema });
      else out.line(schema);
      return 0;
    }
    case 'edit':
      return editConfig(session);
    case 'get': {
      if (key === undefined) throw usage('name a setting: pawl config get limits.run_usd');
      const setting = valueAt((await app.settings()).values, key);
      if (json) out.json(setting);
      else out.verbatim((await import('../../render/config.ts')).valueText(setting));
      return 0;
    }
    case 'set': {
      if (key === undefined || value === undefined)
        throw usage('name a setting and its value: pawl config set limits.run_usd 2');
      const file = await app.configure(key, value);
      if (json) out.json({ file, key });
      else out.line(`set ${key} to ${oneLine(strip(value))} in ${file}`);
      return 0;
    }
  }
}

/** The dotted names of all settings. */
export function settingNames(value: unknown, path = ''): string[] {
  const inner = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  const below = inner.flatMap(([key, entry]) => settingNames(entry, path === '' ? key : `${path}.${key}`));
  return path === '' ? below : [path, ...below];
}

function valueAt(values: unknown, key: string): unknown {
  let value = values;
  for (const part of key.split('.')) {
    const exists = value !== null && typeof value === 'object' && Object.hasOwn(value, part);
    if (!exists) throw usage(`there is no setting ${key}: pawl config lists them`);
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

async function print({ app, out, json }: Session, options: { showOrigin?: boolean }): Promise<number> {
  const { values, origins, notes } = await app.settings();
  if (json) {
    out.json(options.showOrigin ? { values, origins, notes } : values);
    return 0;
  }
  const { configLines } = await import('../../render/config.ts');
  for (const line of configLines(values, options.showOrigin ? origins : null)) out.verbatim(line);
  for (const note of scrub(notes)) out.line(`# note: ${oneLine(note, 300)}`);
  return 0;
}
