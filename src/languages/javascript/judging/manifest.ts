import { stableText } from '../../../code/stable-text.ts';
import { listGrows, type Manifest } from '../../judging/protection/shape.ts';
import { normalPath } from '../../related.ts';
import { list, parseJson, record, text as textOf } from '../../reports/values.ts';
import { workspaceMembers } from '../scripts/workspaces.ts';

const packageKeys = [
  ...['scripts', 'type', 'imports', 'workspaces', 'packageManager', 'devEngines', 'volta', 'config'],
  ...['jest', 'vitest', 'mocha', 'ava', 'tap', 'nyc', 'c8', 'jasmine', 'karma', 'cypress', 'babel', 'postcss', 'esm'],
  ...['overrides', 'resolutions', 'pnpm', 'patchedDependencies', 'husky', 'simple-git-hooks', 'wireit', 'nx'],
];
/** Where a folder has no manifest of its own, these say what a name leads to: in an existing one they are the product's. */
const leadingKeys = ['main', 'module', 'browser', 'exports'];
const usualConditions = new Set([
  ...['import', 'require', 'node', 'default', 'browser', 'module', 'module-sync', 'production', 'deno', 'bun', 'style'],
  ...[
    'worker',
    'workerd',
    'edge-light',
    'react-native',
    'react-server',
    'electron',
    'node-addons',
    'netlify',
    'svelte',
  ],
]);
const dependencyKeys = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const runnerPackage =
  /^(?:@vitest\/|@jest\/|@playwright\/|@swc\/|(?:vitest|vite|jest|ts-jest|babel-jest|mocha|chai|ava|tap|tsx|ts-node|c8|nyc|playwright|esbuild)$|jest-)/;

export const packageManifest: Manifest = {
  name: /^package\.json$/,
  keys: packageJsonKeys,
  dependencies(text) {
    const content = record(parseJson(text));
    return new Map(
      dependencyKeys
        .flatMap((key) => Object.entries(record(content[key])))
        .map(([name, version]) => [name, String(version)]),
    );
  },
  async siblings(path, text, files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const top = record(parseJson((await files.read('package.json')) ?? '{}'));
    const members = new Set((await workspaceMembers(files, top)).map(({ name }) => name));
    const isBeside = (version: string) => {
      const place = /^(?:file|link|portal):(.*)$/.exec(version)?.[1];
      const at = place === undefined ? null : normalPath(`${folder}${place}`);
      return at !== null && files.paths.includes(at === '' ? 'package.json' : `${at}/package.json`);
    };
    const dependencies = [...(packageManifest.dependencies?.(text) ?? [])];
    return dependencies.filter(([name, version]) => members.has(name) || isBeside(version)).map(([name]) => name);
  },
  async grows({ keys, base, now, ...where }) {
    const members = (text: string) => {
      const { workspaces } = record(parseJson(text));
      return list(Array.isArray(workspaces) ? workspaces : record(workspaces).packages).map(textOf);
    };
    return keys.every((key) => key === 'workspaces') && listGrows(members(base), members(now), where);
  },
  locks: ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
  entries: entriesOf,
};

function packageJsonKeys(text: string, isNew: boolean): Map<string, string> | null {
  const content = parseObject(text);
  if (!content) return null;
  const keys = new Map<string, string>();
  for (const key of isNew ? [...packageKeys, ...leadingKeys] : packageKeys)
    if (key in content) keys.set(key, stableText(content[key]));
  for (const [key, value] of conditional(content.exports, 'exports')) keys.set(key, value);
  for (const key of dependencyKeys) {
    const section = content[key];
    if (typeof section !== 'object' || section === null) continue;
    for (const [name, version] of Object.entries(section)) {
      if (runnerPackage.test(name)) keys.set(`${key}.${name}`, stableText(version));
    }
  }
  return keys;
}

/** What a package offers under conditions that tools of its users do not set by themselves: tests can. */
function conditional(value: unknown, path: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    /^(?:\.|\d+$|types)/.test(key) || usualConditions.has(key)
      ? conditional(inner, `${path}.${key}`)
      : [[`${path}.${key}`, stableText(inner)]],
  );
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

/** Whatever a package's manifest offers: its main file, its exports, its programs. */
function entriesOf(manifest: string, text: string): string[] {
  const folder = manifest.slice(0, -'package.json'.length);
  const content = record(parseJson(text));
  const offered = ['main', 'module', 'browser', 'exports', 'imports', 'bin', 'types'].flatMap((key) =>
    stringsIn(content[key]),
  );
  const plain = offered.map((value) => `${folder}${value.replace(/^\.\//, '').replace(/\*.*$/, '')}`);
  return [
    ...plain.map((value) => (value === '' ? `${folder}index.js` : value)),
    ...(content.main ? [] : [`${folder}index.js`]),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
