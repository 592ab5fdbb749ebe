import { tomlSections } from '../../code/toml-sections.ts';
import type { Manifest } from '../protection/shape.ts';
import { halves, tomlKeys } from '../protection/toml-keys.ts';

/** Plugins of pytest are loaded from wherever a project registers them. */
const protectedSection =
  /^(?:build-system|project\.entry-points(?:\.pytest11|$)|tool\.(?:pytest|pytest[-_]\w+|coverage|tox|nox|hatch\.(?:envs|build)|poetry\.plugins\.pytest11|setuptools\.(?:package-dir|packages|py-modules|cmdclass)|uv\.(?:sources|override-dependencies|workspace)|(?:pdm|rye)\.scripts|poe|taskipy|pixi|ward|behave))(?:\.|$)/;
/** Other programs' plugins are the product's own affair. */
const isFree = (name: string, entry: string): boolean => name === 'project.entry-points' && !entry.includes('pytest11');

/** Maven's plugins, what is tested with, and the properties that plugins obey; comments and formatting are free. */

export const manifests: Manifest[] = [
  {
    name: /^pyproject\.toml$/,
    keys: (text) => tomlKeys(text, protectedSection, isFree),
    dependencies: fromPyproject,
    locks: ['poetry.lock', 'uv.lock', 'pdm.lock'],
  },
  { name: /^requirements[\w.-]*\.(?:txt|in)$/, dependencies: fromRequirements },
];

type Packages = Map<string, string>;

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

/** `name[extra]>=1.2; marker`. */
function requirements(lines: string[]): Packages {
  const named = lines.map((line) => /^([\w.-]+)(.*)$/s.exec(line));
  return new Map(named.flatMap((found) => (found?.[1] ? [[found[1].toLowerCase(), found[2]?.trim() ?? '']] : [])));
}
