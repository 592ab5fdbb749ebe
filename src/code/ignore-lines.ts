import { ignoring } from './ignore.ts';

interface Ecosystem {
  name: string;
  /** The name of a file or folder that shows it. */
  shows: RegExp;
  lines: string[];
}

/** What each ecosystem leaves behind and nobody commits. */
const ecosystems: Ecosystem[] = [
  {
    name: 'node',
    shows: /(?:^|\/)(?:package\.json|node_modules\/.*|deno\.json)$/,
    lines: ['node_modules/', 'coverage/', '*.tsbuildinfo', '.next/', 'npm-debug.log*'],
  },
  {
    name: 'python',
    shows: /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile|[^/]+\.py)$/,
    lines: [
      ...['__pycache__/', '*.py[cod]', '.venv/', 'venv/', '*.egg-info/', '.pytest_cache/', '.mypy_cache/'],
      ...['.ruff_cache/', '.tox/', '.coverage', 'htmlcov/'],
    ],
  },
  { name: 'rust', shows: /(?:^|\/)Cargo\.toml$/, lines: ['target/'] },
  { name: 'go', shows: /(?:^|\/)go\.mod$/, lines: ['*.test', '*.out'] },
  { name: 'maven', shows: /(?:^|\/)pom\.xml$/, lines: ['target/', '*.class'] },
  { name: 'gradle', shows: /(?:^|\/)build\.gradle(?:\.kts)?$/, lines: ['.gradle/', 'build/', '*.class'] },
  { name: 'ruby', shows: /(?:^|\/)Gemfile$/, lines: ['.bundle/', 'vendor/bundle/'] },
  { name: 'php', shows: /(?:^|\/)composer\.json$/, lines: ['vendor/'] },
  { name: 'dotnet', shows: /\.(?:csproj|fsproj|sln)$/, lines: ['bin/', 'obj/'] },
  { name: 'elixir', shows: /(?:^|\/)mix\.exs$/, lines: ['_build/', 'deps/'] },
  { name: 'swift', shows: /(?:^|\/)Package\.swift$/, lines: ['.build/'] },
];

const dependencies = /(?:^|\/)(?:node_modules|\.venv|venv|vendor|target)\//;

/** The lines that a .gitignore lacks for what these files show; of several ecosystems each line once. */
export function missingIgnores(paths: readonly string[], existing: string): string[] {
  const own = paths.filter((path) => !dependencies.test(path));
  const shown = ecosystems.filter(
    ({ name, shows }) =>
      own.some((path) => shows.test(path)) || (name === 'node' && paths.some((path) => shows.test(path))),
  );
  const isIgnored = ignoring(existing);
  const said = new Set(existing.split(/\r?\n/).map((line) => bare(line.trim().replace(/^!/, ''))));
  const lines = new Set(shown.flatMap(({ lines }) => lines));
  return [...lines].filter((line) => !said.has(bare(line)) && !isIgnored(exampleOf(line)));
}

const bare = (line: string): string => line.replace(/^\/|\/$/g, '');

/** A path that the line would ignore. */
const exampleOf = (line: string): string =>
  line
    .replace(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('*', 'x')
    .replace(/\/$/, '/x');
