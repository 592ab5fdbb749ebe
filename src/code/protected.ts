import { matchesAny } from './globs.ts';

export { protectedKeysChanged } from './protected-keys.ts';

const patterns: { rule: string; globs: string[] }[] = [
  {
    rule: 'installed dependency',
    globs: ['**/{node_modules,.venv,venv,site-packages,__pypackages__,.yarn}/**', '.pnp.*'],
  },
  { rule: 'pawl configuration', globs: ['**/.pawl/**', '.pawlignore'] },
  { rule: 'snapshot', globs: ['**/__snapshots__/**', '**/*.snap', '**/*-snapshots/**'] },
  {
    rule: 'loaded by the runner on its own',
    globs: [
      'conftest.py',
      'sitecustomize.py',
      'usercustomize.py',
      '*.pth',
      'pyvenv.cfg',
      '.pnpmfile.cjs',
      '**/__mocks__/**',
    ],
  },
  {
    rule: 'test runner configuration',
    globs: [
      '{vitest,vite,jest,ava,playwright,cypress,karma,wdio}.{config,conf,workspace,projects,preset,setup}.*',
      '{jest,vitest}{-,.}setup.*',
      'setupTests.*',
      '{.mocharc,.nycrc,.c8rc,.taprc}*',
      '{pytest,.pytest,tox}.ini',
      '{pytest,.pytest}.toml',
      'setup.cfg',
      '.coveragerc',
      'noxfile.py',
    ],
  },
  {
    rule: 'build configuration',
    globs: [
      'tsconfig*.json',
      'jsconfig.json',
      '{babel,webpack,rollup,esbuild,tsup,tsdown,swc}.config.*',
      '{.babelrc,.swcrc}*',
      '{M,m,GNUm}akefile',
      '*.mk',
      '{J,j}ustfile',
      'Taskfile.{yml,yaml}',
      '{turbo,nx,lerna}.json',
    ],
  },
  {
    rule: 'CI configuration',
    globs: [
      '.github/**',
      '{.circleci,.buildkite,.gitlab}/**',
      '{.gitlab-ci,.travis,.drone,.appveyor,appveyor,azure-pipelines,bitbucket-pipelines}.{yml,yaml}',
      'Jenkinsfile',
    ],
  },
  {
    rule: 'git hook',
    globs: ['.husky/**', '.githooks/**', '{.pre-commit-config,lefthook,.lefthook}.{yml,yaml}', '.gitmodules'],
  },
  {
    rule: 'lock file',
    globs: [
      '{package-lock,npm-shrinkwrap}.json',
      '{yarn,bun,poetry,uv,pdm,Pipfile,Cargo,Gemfile,composer,deno}.lock',
      'bun.lockb',
      'pnpm-lock.{yaml,yml}',
      'go.sum',
    ],
  },
  {
    rule: 'package manager configuration',
    globs: ['.npmrc', '.yarnrc*', 'pnpm-workspace.{yaml,yml}', 'bunfig.toml', 'pip.conf'],
  },
];

/** What a Python runner imports before any test: a module of that name at the top would be taken instead. */
const earlyImports =
  'abc|argparse|ast|asyncio|atexit|bdb|builtins|codecs|collections|contextlib|copy|dataclasses|datetime|decimal|difflib|' +
  'encodings|enum|errno|faulthandler|fnmatch|functools|gc|genericpath|glob|importlib|inspect|io|itertools|json|keyword|' +
  'linecache|locale|logging|marshal|math|ntpath|numbers|operator|os|pathlib|pdb|pickle|platform|posixpath|pprint|pydoc|' +
  'random|re|runpy|shlex|shutil|signal|site|socket|stat|string|struct|subprocess|sys|sysconfig|tempfile|textwrap|threading|' +
  'time|tokenize|tomllib|traceback|types|typing|unittest|uuid|warnings|weakref|xml|zipfile|zipimport';
const shadowsRunner =
  /^(?:src\/)?(?:(?:pytest|_pytest|pluggy|iniconfig|xdist|coverage|vitest|jest|mocha)\.(?:py|pyc|so|[cm]?[jt]s)$|(?:pytest|_pytest|pluggy|iniconfig|xdist)\/)/;
const shadowsLibrary = new RegExp(`^(?:${earlyImports})(?:\\.(?:py|pyc|so)$|/__init__\\.py$)`);
const testFolder = /(?:^|\/)(?:test|tests|__tests__|spec|testdata|__fixtures__)\//;

/**
 * Why the judge takes a file from base instead of from the change; null when the change may have it. New tests are
 * free; anything else that matches is not, added or changed. See `protectedKeysChanged` for files protected in parts.
 */
export function isProtected(
  path: string,
  isTest: (path: string) => boolean,
  existsOnBase: boolean,
): { rule: string } | null {
  const found = patterns.find(({ globs }) => matchesAny(path, globs));
  if (found) return { rule: found.rule };
  if (shadowsRunner.test(path) || (!existsOnBase && shadowsLibrary.test(path)))
    return { rule: 'shadows the test runner' };
  if (existsOnBase && isTest(path)) return { rule: 'existing test' };
  if (existsOnBase && testFolder.test(path) && !isManifest(path)) return { rule: 'existing test support' };
  return null;
}

/** Files that are protected by key alone. */
function isManifest(path: string): boolean {
  return /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path);
}
