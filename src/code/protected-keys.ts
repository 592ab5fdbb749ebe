import { tomlSections } from './toml-sections.ts';

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
/** Plugins of pytest are loaded from wherever a project registers them. */
const protectedSection =
  /^(?:build-system|project\.entry-points(?:\.pytest11|$)|tool\.(?:pytest|pytest[-_]\w+|coverage|tox|nox|hatch\.(?:envs|build)|poetry\.plugins\.pytest11|setuptools\.(?:package-dir|packages|py-modules|cmdclass)|uv\.(?:sources|override-dependencies|workspace)|(?:pdm|rye)\.scripts|poe|taskipy|pixi|ward|behave))(?:\.|$)/;
/** What is built and run as a test, how, and what stands in for a dependency. */
const protectedCargo =
  /^(?:(?:target\..+\.)?(?:dev|build)-dependencies|lib\.path|(?:lib|bin|bench|example)\.(?:test|doctest|harness|required-features)|test|profile|patch|replace|workspace\.(?:members|exclude|default-members|resolver)|package\.(?:autotests|build|default-run|workspace|links))(?:\.|$)/;

/** A crate that is new takes its folder out of the crate around it. */
const newCargo = new RegExp(`${protectedCargo.source}|^(?:package|workspace)$`);

/** Files of which only what steers the tests is protected. */
export function isProtectedInParts(path: string): boolean {
  return readerOf(path) !== null;
}

/**
 * The protected keys of such a file that a change alters: a file that is not there has none, and other files have none
 * either. A manifest that is new (`base` is null) also steers by what makes a package of its folder.
 * `(unparsable)` stands for all of them.
 */
export function protectedKeysChanged(path: string, base: string | null, now: string | null): string[] {
  const read = readerOf(path);
  if (base === now || !read) return [];
  const isNew = base === null;
  const before = read(base ?? '', isNew);
  const after = read(now ?? '', isNew);
  if (!before || !after) return ['(unparsable)'];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Whether a manifest that is added says how files of base are loaded, built or tested: those below it. */
export function governsExisting(path: string, before: Iterable<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  const known = [...before].filter((other) => other.startsWith(folder));
  const nearer = known.filter((other) => other.endsWith(`/${name}`)).map((other) => other.slice(0, -name.length));
  return known.some((other) => !nearer.some((inner) => other.startsWith(inner)));
}

type Reader = (text: string, isNew: boolean) => Map<string, string> | null;

function readerOf(path: string): Reader | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return readers[name] ?? null;
}

/** By their names in lower case: some file systems find them so. */
const readers: Record<string, Reader> = {
  'package.json': packageJsonKeys,
  'pyproject.toml': (text) => tomlKeys(text, protectedSection),
  'cargo.toml': (text, isNew) => tomlKeys(text, isNew ? newCargo : protectedCargo),
  'pom.xml': pomKeys,
  'go.mod': goModKeys,
};

function packageJsonKeys(text: string, isNew: boolean): Map<string, string> | null {
  const content = parseObject(text);
  if (!content) return null;
  const keys = new Map<string, string>();
  for (const key of isNew ? [...packageKeys, ...leadingKeys] : packageKeys)
    if (key in content) keys.set(key, stable(content[key]));
  for (const [key, value] of conditional(content.exports, 'exports')) keys.set(key, value);
  for (const key of dependencyKeys) {
    const section = content[key];
    if (typeof section !== 'object' || section === null) continue;
    for (const [name, version] of Object.entries(section)) {
      if (runnerPackage.test(name)) keys.set(`${key}.${name}`, stable(version));
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
      : [[`${path}.${key}`, stable(inner)]],
  );
}

function tomlKeys(text: string, steering: RegExp): Map<string, string> | null {
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

/** Other programs' plugins are the product's own affair. */
const isFree = (name: string, entry: string): boolean => name === 'project.entry-points' && !entry.includes('pytest11');

/** Maven's plugins, what is tested with, and the properties that plugins obey; comments and formatting are free. */
function pomKeys(text: string): Map<string, string> | null {
  const bare = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
  if (bare.includes('<!DOCTYPE') || bare.includes('<!ENTITY') || bare.includes('<![CDATA[')) return null;
  const keys = new Map<string, string>();
  const add = (name: string, part: string) => keys.set(name, `${keys.get(name) ?? ''}${part}\n`);
  for (const name of [
    'parent',
    'packaging',
    'modules',
    'profiles',
    'build',
    'reporting',
    'repositories',
    'pluginRepositories',
  ]) {
    for (const [part] of bare.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}\\s*>`, 'g')))
      add(name, part);
  }
  for (const [, name = '', value = ''] of bare.matchAll(
    /<((?:skip|maven\.test|surefire|failsafe|argLine|test|groups|excludedGroups|it\.)[\w.-]*)>([^<]*)</gi,
  ))
    add(`properties.${name}`, value);
  for (const [part] of bare.matchAll(/<dependency>(?:(?!<\/dependency>)[\s\S])*?<\/dependency>/g))
    if (/<scope>\s*test\s*<\/scope>|junit|testng|surefire/i.test(part)) add('dependencies (test)', part);
  return keys;
}

/** What a dependency is replaced by, and the language and tools that tests are built with. */
function goModKeys(text: string): Map<string, string> | null {
  const keys = new Map<string, string>();
  let block: string | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\/\/.*$/, '').trim();
    const [word = '', ...rest] = line.split(/\s+/);
    if (block !== null && line === ')') block = null;
    else if (block !== null) add(block, line);
    else if (rest[0] === '(') block = word;
    else add(word, rest.join(' '));
  }
  return block === null ? keys : null;

  function add(word: string, value: string): void {
    if (/^(?:module|go|toolchain|replace|exclude|tool|godebug|ignore)$/.test(word) && value !== '')
      keys.set(word, `${keys.get(word) ?? ''}${value}\n`);
  }
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
