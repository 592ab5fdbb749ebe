import { isConfigured } from '../judging/regions/configured.ts';
import { withPatches } from '../judging/surrounding.ts';
import type { Language } from '../language.ts';
import { readAll } from '../related.ts';
import { plain } from '../runs/script.ts';
import { dangerLines } from './code/dangers.ts';
import { reading } from './code/reading.ts';
import { pythonStructure } from './code/structure.ts';
import { equality } from './judging/equality.ts';
import { manifests } from './judging/manifests.ts';
import { modulePatches } from './judging/patches.ts';
import { protection } from './judging/protection.ts';
import { pythonShadows } from './judging/shadows.ts';
import { steering } from './judging/steering.ts';
import { pythonSightings } from './judging/surroundings.ts';
import { testing } from './judging/testing.ts';
import { flake8, ruff } from './linters.ts';
import { pythonRepair } from './repair/repair.ts';
import { missingModule, pythonRunner, pythonTests } from './runners/detect.ts';
import { statedCall } from './runners/stated/stated.ts';
import { behindVenv, nearPython, pythonToolchain, venvAround } from './runners/toolchain.ts';
import { mypy, pyright } from './type-checkers.ts';

const settings = /(?:^|\/)(?:pytest\.ini|\.pytest\.ini|pytest\.toml|pyproject\.toml|tox\.ini|setup\.cfg)$/;

const testFiles = /(?:^|\/)[^/]*test[^/]*\.py$/;

export const python: Language = {
  name: 'python',
  owns: (path) => /\.py[iw]?$/.test(path),
  runners: {
    ids: ['pytest', 'unittest'],
    one: {
      pytest: { file: 'python -m pytest -q FILE', test: '-k NAME' },
      unittest: { file: 'python -m unittest FILE', test: '-k NAME' },
    },
    starters: /^(?:uv|poetry|pipenv|hatch|rye|pdm|coverage)$/,
    async suggest(files, certainty) {
      const call =
        certainty === 'stated' ? await statedCall(files) : certainty === 'shown' ? await pythonTests(files) : null;
      if (call !== null) return { call };
      const possible = certainty === 'possible' && files.paths.some((path) => path.endsWith('.py'));
      return possible ? { call: plain('pytest') } : null;
    },
    cure: missingModule,
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
    syntax: async (files) => (await import('./code/syntax.ts')).pythonErrors(files),
    imports: async (files, changed, environment) =>
      (await import('./modules/imports.ts')).pythonImportErrors(files, changed.filter(isModule), environment),
    lookup: async (names, _folders, _files, runner) =>
      (await import('./modules/installed.ts')).moduleLookup(names, runner, ['python']),
    names: async (files) =>
      (await import('./modules/names.ts')).undefinedPythonNames(files.filter(({ path }) => isModule(path))),
    async linters(files) {
      const says = async (path: string, pattern: RegExp) =>
        files.paths.includes(path) && pattern.test((await files.read(path)) ?? '');
      const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path));
      if (has(/^\.?ruff\.toml$/) || (await says('pyproject.toml', /^\s*\[tool\.ruff\b/m))) return [ruff];
      const configured =
        has(/^\.flake8$/) || (await says('setup.cfg', /^\[flake8\]/m)) || (await says('tox.ini', /^\[flake8\]/m));
      return configured ? [flake8] : [];
    },
    async typeCheckers(files) {
      const texts = await readAll(
        files,
        ['pyproject.toml', 'setup.cfg', 'tox.ini'].filter((path) => files.paths.includes(path)),
      );
      const says = (pattern: RegExp) => [...texts.values()].some((text) => pattern.test(text));
      const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path));
      return [
        ...(has(/^\.?mypy\.ini$/) || says(/^\s*\[(?:tool\.)?mypy\]/m) ? [mypy] : []),
        ...(has(/^pyrightconfig\.json$/) || says(/^\s*\[tool\.(?:based)?pyright\]/m) ? [pyright] : []),
      ];
    },
  },
  repair: pythonRepair,
  reading,
  surface: async (...args) => (await import('./code/surface.ts')).pythonSurface(...args),
  judging: {
    controlled: /\.py$/,
    control: async () => (await import('./judging/control/control.ts')).pythonControl,
    script: async ({ path, text }, mark) =>
      isModule(path) ? (await import('./judging/control/script.ts')).pythonScript(text, mark) : null,
    async regions(runner, files) {
      const [where, setting] =
        runner.id === 'pytest' ? [settings, /--doctest-modules/] : [testFiles, /\bDocTestSuite\b/];
      if (!(await isConfigured(runner, files, where, setting))) return null;
      const { pythonRegions } = await import('./judging/regions.ts');
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
  lines: {
    files: /\.pyw?$/,
    comment: /^\s*#/,
    obeyed: /^[ \t\f]*#.*coding[:=]/m,
    dangers: dangerLines,
    style: { comments: 'hash', indents: true },
  },
};

function isModule(path: string): boolean {
  return path.endsWith('.py');
}
