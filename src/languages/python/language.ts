import type { Language } from '../language.ts';
import { isConfigured } from '../regions/configured.ts';
import { plain } from '../script.ts';
import { withPatches } from '../surrounding.ts';
import { dangerLines } from './dangers.ts';
import { pythonRunner, pythonTests } from './detect.ts';
import { equality } from './equality.ts';
import { flake8, ruff } from './linters.ts';
import { manifests } from './manifests.ts';
import { modulePatches } from './patches.ts';
import { protection } from './protection.ts';
import { reading } from './reading.ts';
import { pythonRepair } from './repair/repair.ts';
import { pythonShadows } from './shadows.ts';
import { steering } from './steering.ts';
import { pythonStructure } from './structure.ts';
import { pythonSightings } from './surroundings.ts';
import { testing } from './testing.ts';
import { behindVenv, nearPython, pythonToolchain, venvAround } from './toolchain.ts';

const settings = /(?:^|\/)(?:pytest\.ini|\.pytest\.ini|pytest\.toml|pyproject\.toml|tox\.ini|setup\.cfg)$/;

export const python: Language = {
  name: 'python',
  owns: (path) => /\.py[iw]?$/.test(path),
  runners: {
    ids: ['pytest', 'unittest'],
    starters: /^(?:uv|poetry|pipenv|hatch|rye|pdm|coverage)$/,
    async suggest(files, certainty) {
      const tests = certainty === 'shown' ? await pythonTests(files) : null;
      if (tests !== null) return { call: plain('python3', '-m', tests) };
      const possible = certainty === 'possible' && files.paths.some((path) => path.endsWith('.py'));
      return possible ? { call: plain('pytest') } : null;
    },
    started: ({ word, program, args }, call, files) => pythonRunner(word, program, args, call, files),
  },
  place: {
    toolchains: { python: pythonToolchain },
    near: nearPython,
    marks: /\.py$/,
    installed: ['.venv', 'venv'],
    caches: ['__pycache__'],
    programs: { folder: 'bin', mark: 'python3', order: 'first' },
    behind: behindVenv,
    around: venvAround,
    foreign: ['site-packages'],
    waste: ['__pycache__/', '*.py[cod]', '.pytest_cache/', '.mypy_cache/', '.ruff_cache/', '.coverage', '.venv/'],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  },
  checks: {
    syntax: async (files) => (await import('./syntax.ts')).pythonErrors(files),
    imports: async (files, changed, known) =>
      (await import('./imports.ts')).pythonImportErrors(files, changed.filter(isModule), known),
    names: async (files) =>
      (await import('./names.ts')).undefinedPythonNames(files.filter(({ path }) => isModule(path))),
    async linters(files) {
      const says = async (path: string, pattern: RegExp) =>
        files.paths.includes(path) && pattern.test((await files.read(path)) ?? '');
      const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path));
      if (has(/^\.?ruff\.toml$/) || (await says('pyproject.toml', /^\s*\[tool\.ruff\b/m))) return [ruff];
      const configured =
        has(/^\.flake8$/) || (await says('setup.cfg', /^\[flake8\]/m)) || (await says('tox.ini', /^\[flake8\]/m));
      return configured ? [flake8] : [];
    },
  },
  repair: pythonRepair,
  reading,
  judging: {
    controlled: /\.py$/,
    control: async () => (await import('./control/control.ts')).pythonControl,
    script: async ({ path, text }, mark) =>
      isModule(path) ? (await import('./control/script.ts')).pythonScript(text, mark) : null,
    async regions(runner, files) {
      if (runner.id !== 'pytest' || !(await isConfigured(runner, files, settings, /--doctest-modules/))) return null;
      const { pythonRegions } = await import('./regions.ts');
      return async (path) => (isModule(path) ? pythonRegions() : null);
    },
    shadows: pythonShadows,
    sightings: withPatches(pythonSightings, async (_path, text) => modulePatches(text)),
    equality,
    catching: /\bexcept\b|\bsuppress\b|\b__a?exit__\b|\bfinally\b|\breturn\s+True\b/,
    testNames: /test_\w+\.py|\w+_test\.py/,
  },
  protection,
  testing,
  leftovers: [
    {
      shows: /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile|[^/]+\.py)$/,
      lines: [
        ...['__pycache__/', '*.py[cod]', '.venv/', 'venv/', '*.egg-info/', '.pytest_cache/', '.mypy_cache/'],
        ...['.ruff_cache/', '.tox/', '.coverage', 'htmlcov/'],
      ],
    },
  ],
  steering,
  manifests,
  structures: [pythonStructure],
  lines: { files: /\.pyw?$/, comment: /^\s*#/, dangers: dangerLines, style: { comments: 'hash', indents: true } },
};

function isModule(path: string): boolean {
  return path.endsWith('.py');
}
