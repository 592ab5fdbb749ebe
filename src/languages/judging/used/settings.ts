import { languages } from '../../registry.ts';
import { parseJson } from '../../reports/values.ts';
import { objectSettings } from './object-settings.ts';
import type { Setting } from './shape.ts';

/** The strings of a configuration file, and the modules that it imports (below the key `import`). */
export async function settingsIn(path: string, text: string): Promise<Setting[]> {
  for (const { steering } of languages()) {
    const settings = await steering?.settings?.(path, text);
    if (settings) return settings;
  }
  if (/(?:\.json5?|\.jsonc|rc)$/.test(path)) {
    const content = parseJson(text) ?? parseJson(text.replace(/^\s*\/\/.*$/gm, ''));
    if (content !== undefined && content !== null) return objectSettings(content, []);
  }
  return lineSettings(text);
}

/** `key = words` and `key: words`, with the indented lines below. */
function lineSettings(text: string): Setting[] {
  const settings: Setting[] = [];
  let key = '';
  for (const line of text.split('\n')) {
    const [, name, rest] = /^\s*-?\s*["']?([\w.-]+)["']?\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) key = name;
    for (const value of (rest ?? line).match(/[^\s"',[\]{}]+/g) ?? []) settings.push({ keys: [key], value });
  }
  return settings;
}
