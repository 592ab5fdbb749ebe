import { tomlSections } from './toml-sections.ts';

const packageKeys = [
  'scripts',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'babel',
  'type',
  'imports',
  'workspaces',
  'packageManager',
  'overrides',
  'resolutions',
  'pnpm',
];
const dependencyKeys = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const runnerPackage =
  /^(?:@vitest\/|@jest\/|@playwright\/|@swc\/|(?:vitest|vite|jest|ts-jest|babel-jest|mocha|chai|ava|tap|tsx|ts-node|c8|nyc|playwright|esbuild)$|jest-)/;
const protectedSection = /^(?:build-system|tool\.(?:pytest|coverage|tox|nox|hatch\.envs))(?:\.|$)/;

/**
 * The protected keys of a package.json or pyproject.toml that a change alters: a file that is not there has none, and
 * other files have none either.
 * `(unparsable)` stands for all of them.
 */
export function protectedKeysChanged(path: string, base: string | null, now: string | null): string[] {
  const read = readerOf(path);
  if (base === now || !read) return [];
  const before = read(base ?? '');
  const after = read(now ?? '');
  if (!before || !after) return ['(unparsable)'];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

function readerOf(path: string): ((text: string) => Map<string, string> | null) | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') return packageJsonKeys;
  return name === 'pyproject.toml' ? pyprojectKeys : null;
}

function packageJsonKeys(text: string): Map<string, string> | null {
  const content = parseObject(text);
  if (!content) return null;
  const keys = new Map<string, string>();
  for (const key of packageKeys) if (key in content) keys.set(key, stable(content[key]));
  for (const key of dependencyKeys) {
    const section = content[key];
    if (typeof section !== 'object' || section === null) continue;
    for (const [name, version] of Object.entries(section)) {
      if (runnerPackage.test(name)) keys.set(`${key}.${name}`, stable(version));
    }
  }
  return keys;
}

function pyprojectKeys(text: string): Map<string, string> | null {
  const sections = tomlSections(text);
  if (!sections) return null;
  const keys = new Map<string, string>();
  const add = (name: string, entry: string) => keys.set(name, `${keys.get(name) ?? ''}${entry}\n`);
  for (const { name, entries } of sections) {
    if (protectedSection.test(name)) {
      for (const entry of ['', ...entries]) add(name, entry);
      continue;
    }
    for (const entry of entries) {
      const key = [name, (entry.split('=')[0] ?? '').replace(/["'\s]/g, '')].filter(Boolean).join('.');
      // Written without a section of its own: `tool.pytest.ini_options.addopts = …`, `tool = { … }`.
      if (protectedSection.test(key) || key === 'tool') add(key, entry);
    }
  }
  return keys;
}

function parseObject(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
