import { PawlError } from '../../../../ports/errors.ts';
import type { Session } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { schemaLine } from '../../version.ts';

const emptyFile =
  (): string => `${schemaLine()}# Your own configuration. Settings that are not in this file keep their defaults.
# pawl config prints all settings; docs/configuration.md explains them.
# limits:
#   run_usd: 5
`;

/** Opens the person's own configuration in their editor, again and again until it is valid or they give up. */
export async function editConfig({ app, io, out, json }: Session): Promise<number> {
  const file = app.userConfig();
  if (json || !io.edit || !io.ask)
    throw usage(`pawl config edit needs a terminal; without one, use pawl config set, or edit ${file} yourself`);
  const before = (await app.configText()) ?? '';
  let text = before === '' ? emptyFile() : before;
  for (;;) {
    const edited = await io.edit(text, 'config.yaml');
    if ('failed' in edited) throw usage(`${edited.failed}; nothing was saved`);
    if (edited.text === before || edited.text === text) {
      out.line(edited.text === before || before === '' ? 'nothing was changed' : 'nothing was saved');
      return 0;
    }
    text = edited.text;
    const fault = await saved(text);
    if (fault === null) {
      out.line(`saved ${file}`);
      return 0;
    }
    out.line(fault);
    if ((await io.ask.confirm('Edit it again?')) !== true) {
      out.line('nothing was saved');
      return 2;
    }
  }

  async function saved(candidate: string): Promise<string | null> {
    try {
      await app.writeConfig(candidate);
      return null;
    } catch (error) {
      if (error instanceof PawlError) return error.message;
      throw error;
    }
  }
}
