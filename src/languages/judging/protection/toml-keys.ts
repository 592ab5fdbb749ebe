import { stableText } from '../../../code/stable-text.ts';
import { parseToml, tomlLeaves } from '../../../code/toml.ts';

/** By the section that changes where all of it steers, else by the key: `tool.pytest.ini_options`, `lib.test`. */
export function tomlKeys(text: string, steering: RegExp): Map<string, string> | null {
  const content = parseToml(text);
  if (!content) return null;
  const keys = new Map<string, string>();
  for (const { names, place, value } of tomlLeaves(content)) {
    const key = names.join('.');
    const section = names.slice(0, -1).join('.');
    const name = [section, key].find((each) => steering.test(each));
    if (name !== undefined)
      keys.set(name, `${keys.get(name) ?? ''}${place}${JSON.stringify(names)}=${stableText(value)}\n`);
  }
  return new Map([...keys].map(([name, lines]) => [name, lines.split('\n').sort().join('\n')]));
}
