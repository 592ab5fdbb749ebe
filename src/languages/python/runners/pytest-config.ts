import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

/** The files that configure pytest, in the order in which it looks at those of one folder. */
const pytestConfigs = [
  { name: 'pytest.toml', mark: /^/ },
  { name: '.pytest.toml', mark: /^/ },
  { name: 'pytest.ini', mark: /^/ },
  { name: '.pytest.ini', mark: /^/ },
  { name: 'pyproject.toml', mark: /^\s*\[tool\.pytest\b/m },
  { name: 'tox.ini', mark: /^\[pytest\]/m },
  { name: 'setup.cfg', mark: /^\[tool:pytest\]/m },
];

export interface PytestConfig {
  /** The configuration of the whole suite; null where it has none below the target. */
  path: string | null;
  text: string;
  /** Some folder has a configuration of its own: given only files of it, pytest would take that one. */
  hasOthers: boolean;
}

/** The configuration that pytest takes when it is given these places. */
export async function pytestConfig(files: Files, places: string[]): Promise<PytestConfig> {
  const named = new Map(pytestConfigs.map(({ name, mark }) => [name, mark]));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const texts = await readAll(
    files,
    files.paths.filter((path) => named.has(nameOf(path))),
  );
  const configs = [...texts].filter(([path, text]) => named.get(nameOf(path))?.test(text));
  for (const folder of foldersUp(commonFolder(places))) {
    for (const { name } of pytestConfigs) {
      const [path, text] = configs.find(([one]) => one === `${folder}${name}`) ?? [];
      if (path !== undefined) return { path, text: text ?? '', hasOthers: configs.some(([one]) => one !== path) };
    }
  }
  return { path: null, text: '', hasOthers: configs.length > 0 };
}

/** The words of a list that a configuration sets. */
export function listed(config: string, key: string): string[] {
  const value = new RegExp(`^\\s*${key}\\s*=\\s*(\\[[^\\]]*\\]|(?:.*(?:\\n[ \\t]+\\S.*)*))`, 'm').exec(config)?.[1];
  return value?.match(/[^\s,'"[\]]+/g) ?? [];
}

function commonFolder(places: string[]): string[] {
  const folders = places.map((place) => {
    const parts = place
      .replace(/::.*$/, '')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    return parts.at(-1)?.endsWith('.py') ? parts.slice(0, -1) : parts;
  });
  const [first = [], ...others] = folders;
  const length = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return length === -1 ? first : first.slice(0, length);
}

function foldersUp(parts: string[]): string[] {
  return [...parts.keys(), parts.length].reverse().map((length) =>
    parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join(''),
  );
}
