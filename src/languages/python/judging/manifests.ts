import { stableText } from '../../../code/stable-text.ts';
import { parseToml, tableAt, tablesCalled } from '../../../code/toml.ts';
import type { Manifest } from '../../judging/protection/shape.ts';
import { tomlKeys } from '../../judging/protection/toml-keys.ts';

/** Plugins of pytest are loaded from wherever a project registers them. */
const protectedSection =
  /^(?:build-system|project\.entry-points\.pytest11|tool\.(?:pytest|pytest[-_]\w+|coverage|tox|nox|hatch\.(?:envs|build)|poetry\.plugins\.pytest11|setuptools\.(?:package-dir|packages|py-modules|cmdclass)|uv\.(?:sources|override-dependencies|workspace)|(?:pdm|rye)\.scripts|poe|taskipy|pixi|ward|behave))(?:\.|$)/;

export const manifests: Manifest[] = [
  {
    name: /^pyproject\.toml$/,
    keys: (text) => tomlKeys(text, protectedSection),
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
  const content = parseToml(text);
  const lists = [
    tableAt(content, 'project').dependencies,
    ...Object.values(tableAt(content, 'project', 'optional-dependencies')),
    ...Object.values(tableAt(content, 'dependency-groups')),
  ];
  const { python: _, ...poetry } = Object.fromEntries(
    tablesCalled(['dependencies'], tableAt(content, 'tool', 'poetry')).flatMap(({ table }) => Object.entries(table)),
  );
  return new Map([
    ...requirements(
      lists.flatMap((list) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [])),
    ),
    ...Object.entries(poetry).map(([name, value]): [string, string] => [name, stableText(value)]),
  ]);
}

/** `name[extra]>=1.2; marker`. */
function requirements(lines: string[]): Packages {
  const named = lines.map((line) => /^([\w.-]+)(.*)$/s.exec(line));
  return new Map(named.flatMap((match) => (match?.[1] ? [[match[1].toLowerCase(), match[2]?.trim() ?? '']] : [])));
}
