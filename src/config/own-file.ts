import { checkFile } from './check.ts';
import { withValue } from './edit.ts';
import { type Env, statePaths } from './paths.ts';
import { readConfigText } from './read.ts';
import { parseYaml } from './yaml.ts';

/** The user's own configuration file. Nothing invalid is ever written. */
export function ownFile(env: Env, write: (file: string, text: string) => Promise<void>) {
  const { user_config: file } = statePaths(env);
  return {
    userConfig: () => file,
    /** Null where there is none. */
    configText: () => readConfigText(file),
    async configure(key: string, value: string): Promise<string> {
      await write(file, withValue(file, (await readConfigText(file)) ?? '', key, value));
      return file;
    },
    async writeConfig(text: string): Promise<string> {
      checkFile(file, parseYaml(file, text));
      await write(file, text);
      return file;
    },
  };
}
