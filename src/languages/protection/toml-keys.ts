import { tomlSections } from '../../code/toml-sections.ts';

/** The parts of a TOML file whose names fit, by name; null where it cannot be read. */
export function tomlKeys(
  text: string,
  steering: RegExp,
  isFree: (name: string, entry: string) => boolean = () => false,
): Map<string, string> | null {
  const sections = tomlSections(text);
  if (!sections) return null;
  const keys = new Map<string, string>();
  const add = (name: string, entry: string) => keys.set(name, `${keys.get(name) ?? ''}${entry}\n`);
  for (const { name, entries } of sections) {
    if (steering.test(name)) {
      for (const entry of ['', ...entries]) if (!isFree(name, entry)) add(name, entry);
      continue;
    }
    for (const entry of entries) {
      const key = [name, (entry.split('=')[0] ?? '').replace(/["'\s]/g, '')].filter(Boolean).join('.');
      // Written without a section of its own: `tool.pytest.ini_options.addopts = …`, `tool = { … }`.
      if ((steering.test(key) && !isFree(key, entry)) || key === 'tool') add(key, entry);
    }
  }
  return keys;
}

/** `name = value` in its halves. */
export function halves(entry: string): [string, string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at).trim().replace(/["']/g, ''), entry.slice(at + 1).trim()];
}
