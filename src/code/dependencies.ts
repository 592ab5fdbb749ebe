import { tomlSections } from './toml-sections.ts';

/** The packages that a manifest asks for now and did not before, or in another version; other files ask for none. */
export function addedDependencies(path: string, base: string | null, now: string | null): string[] {
  const read = readerOf(path.slice(path.lastIndexOf('/') + 1));
  if (!read || now === null || base === now) return [];
  const [before, after] = [read(base ?? ''), read(now)];
  return [...after].filter(([name, version]) => before.get(name) !== version).map(([name]) => name);
}

/** The lock files that a package manager rewrites along with a manifest. */
export function locksOf(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  const locks = lockFiles.find(([manifest]) => manifest.test(name))?.[1] ?? [];
  return locks.map((lock) => `${folder}${lock}`);
}

const lockFiles: [RegExp, string[]][] = [
  [/^package\.json$/, ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock']],
  [/^pyproject\.toml$/, ['poetry.lock', 'uv.lock', 'pdm.lock']],
  [/^Cargo\.toml$/, ['Cargo.lock']],
  [/^go\.mod$/, ['go.sum']],
];

type Packages = Map<string, string>;

function readerOf(name: string): ((text: string) => Packages) | null {
  if (name === 'package.json') return fromPackageJson;
  if (/^requirements[\w.-]*\.(?:txt|in)$/.test(name)) return fromRequirements;
  if (name === 'pyproject.toml') return fromPyproject;
  if (name === 'Cargo.toml') return fromCargo;
  return name === 'go.mod' ? fromGoMod : null;
}

function fromPackageJson(text: string): Packages {
  const packages: Packages = new Map();
  const content = parsed(text);
  for (const key of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    const section = content[key];
    if (typeof section !== 'object' || section === null) continue;
    for (const [name, version] of Object.entries(section)) packages.set(name, String(version));
  }
  return packages;
}

/** What is no JSON is the syntax check's concern. */
function parsed(text: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function fromRequirements(text: string): Packages {
  const lines = text.split('\n').map((line) => line.replace(/(?:^|\s)#.*/, '').trim());
  return requirements(lines.filter((line) => line !== '' && !/^-(?:r|c|-)/.test(line)));
}

function fromPyproject(text: string): Packages {
  const packages: Packages = new Map();
  for (const { name, entries } of tomlSections(text) ?? []) {
    for (const entry of entries) {
      const [key = '', value = ''] = halves(entry);
      const listed = name === 'project' ? key === 'dependencies' : /^(?:project\.optional-d|d)ependenc/.test(name);
      if (listed) {
        const quoted = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, two]) => one ?? two ?? '');
        for (const [found, version] of requirements(quoted)) packages.set(found, version);
      }
      if (/^tool\.poetry\.(?:group\..+\.)?dependencies$/.test(name) && key !== 'python') packages.set(key, value);
    }
  }
  return packages;
}

function fromCargo(text: string): Packages {
  const packages: Packages = new Map();
  for (const { name, entries } of tomlSections(text) ?? []) {
    const single = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)$/.exec(name)?.[1];
    if (single) packages.set(single, entries.join('\n'));
    if (!/(?:^|\.)(?:dev-|build-)?dependencies$/.test(name)) continue;
    for (const entry of entries) packages.set(...halves(entry));
  }
  return packages;
}

function fromGoMod(text: string): Packages {
  const required = text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+(v\S+)/gm);
  return new Map([...required].map(([, name = '', version = '']) => [name, version]));
}

/** `name[extra]>=1.2; marker`. */
function requirements(lines: string[]): Packages {
  const named = lines.map((line) => /^([\w.-]+)(.*)$/s.exec(line));
  return new Map(named.flatMap((found) => (found?.[1] ? [[found[1].toLowerCase(), found[2]?.trim() ?? '']] : [])));
}

function halves(entry: string): [string, string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at).trim().replace(/["']/g, ''), entry.slice(at + 1).trim()];
}
