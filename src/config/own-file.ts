import { withValue } from './edit.ts';
import { loadSettings } from './load.ts';
import { type Env, statePaths } from './paths.ts';
import { readConfigText } from './read.ts';

/** The user's own configuration file. Nothing invalid is ever written. */
export function ownFile(env: Env, write: (file: string, text: string) => Promise<void>) {
  const { user_config: file } = statePaths(env);
  return {
    userConfig: () => file,
    /** Null where there is none. */
    configText: () => readConfigText(file),
    async configure(key: string, value: string): Promise<string> {
      return save(withValue(file, (await readConfigText(file)) ?? '', key, value));
    },
    writeConfig: save,
  };

  async function save(user_text: string, { backup = false } = {}): Promise<string> {
    await loadSettings({ target: null, top: null, flags: {}, env, user_text });
    const before = backup ? await readConfigText(file) : null;
    if (before !== null) await write(`${file}.before-setup`, before);
    await write(file, user_text);
    return file;
  }
}
