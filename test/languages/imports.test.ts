import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importErrors } from '../../src/languages/checks/imports.ts';
import { absentIn } from '../../src/languages/checks/lookup.ts';
import { undefinedNames } from '../../src/languages/checks/syntax.ts';
import { packageLookup } from '../../src/languages/javascript/modules/installed.ts';
import { moduleLookup } from '../../src/languages/python/modules/installed.ts';
import { filesOf, folder, project, runCommand } from './bare.ts';

const none = { installed: () => false };
const check = (content: Record<string, string>, known: Parameters<typeof importErrors>[2] = none) =>
  importErrors(filesOf(content), Object.keys(content), known);
const told = async (content: Record<string, string>, known?: Parameters<typeof importErrors>[2]) =>
  (await check(content, known)).map(({ file, line, name }) => `${file}:${line} ${name}`);

describe('imports that lead nowhere in JavaScript', () => {
  test('are told with file, line and name', async () => {
    const content = {
      'src/a.ts':
        "import one from './one.js';\nimport './gone.js';\nexport * from '../lib/none';\nconst x = require('./also-gone');\n",
      'src/one.ts': 'export const two = 2;\nexport default 1;\n',
      'src/b.ts':
        "import { two,\n  three } from './one';\nimport type { T } from './one';\nimport * as all from './one';\n",
      'src/c.mjs':
        "import fetcher from 'nowhere';\nimport { x } from '@some/package/sub';\nawait import('./lazy.js');\n",
    };
    expect(await check(content)).toEqual([
      { file: 'src/a.ts', line: 2, name: './gone.js', message: "Cannot find module './gone.js'" },
      { file: 'src/a.ts', line: 3, name: '../lib/none', message: "Cannot find module '../lib/none'" },
      { file: 'src/a.ts', line: 4, name: './also-gone', message: "Cannot find module './also-gone'" },
      { file: 'src/b.ts', line: 2, name: 'three', message: "'./one' has no export named 'three'" },
      { file: 'src/b.ts', line: 3, name: 'T', message: "'./one' has no export named 'T'" },
      { file: 'src/c.mjs', line: 1, name: 'nowhere', message: expect.stringContaining("'nowhere'") },
      { file: 'src/c.mjs', line: 2, name: '@some/package', message: expect.stringContaining('neither declared') },
      { file: 'src/c.mjs', line: 3, name: './lazy.js', message: "Cannot find module './lazy.js'" },
    ]);
    expect(await told(content, { installed: null })).not.toContainEqual(expect.stringContaining('nowhere'));
    expect(await told(content, { installed: (name) => name === 'nowhere' })).toContain('src/c.mjs:2 @some/package');
  });

  test('are not told where anything may be there after all', async () => {
    const content = {
      'package.json':
        '{"name": "own", "dependencies": {"dep": "1", "@types/odd__name": "1"}, "imports": {"#x": "./x.js"}}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"~lib/*": ["./lib/*"]}}}',
      'deno.json': '{"imports": {"@std/assert": "jsr:@std/assert@1"}}',
      '.gitignore': '# made\n/generated/\n*.gen.ts\nbuilt\n',
      'packages/x/package.json': '{"name": "@own/x"}',
      'components/button/index.tsx': '',
      'lib/a.ts': 'export const a = 1;\nexport * from "dep";\n',
      'lib/types.d.ts': 'export declare const t: number;\n',
      'lib/old.js': 'exports.anything = 1;\n',
      'lib/merge.ts': 'export namespace N {}\ndeclare global { var x: number }\n',
      'lib/data.yaml': '',
      'views/page.ios.tsx': '',
      'src/index.tsx': `import dep from 'dep/sub';
import fs from 'fs'; import path from 'node:path'; import 'bun:test'; import vs from 'vscode';
import odd from '@odd/name'; import own from 'own'; import x from '@own/x/deep'; import '#x'; import '@/y'; import '~/z';
import { anything } from '../lib/a'; import { t } from '../lib/types'; import old, { b } from '../lib/old';
import { N, more } from '../lib/merge'; import lib from '~lib/none'; import { Button } from 'components/button';
import './style.css'; import logo from './logo.svg?url'; import raw from '!raw-loader!./x.txt'; import data from '../lib/data';
import page from '../views/page'; import { eq } from '@std/assert/equals'; import http from 'https://x.y/z.js'; import up from '../../above.js';
import made from '../generated/made.js'; import gen from './schema.gen.ts'; import built from '../built/out';
try { require('./maybe'); } catch { odd(); }
if (x) require('./maybe2');
const y = await import('./maybe3').catch(() => null);
const z = x ? require('./maybe4') : null;
vi.mock('./virtual', () => ({})); import virtual from './virtual';
`,
      'test/fixtures/broken.js': "import './nothing.js';\n",
      'src/syntax.js': "import './nothing.js'; let = ;\n",
      'src/types.d.ts': "import './nothing.js';\n",
      'src/typed.ts': "import type { T } from 'only-types';\nexport type { U } from 'more-types';\n",
    };
    expect(await told(content)).toEqual([]);
  });

  test('there are none in this project', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const content = {
      ...sources(root, 'src'),
      ...sources(root, 'test'),
      'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
    };
    expect(Object.keys(content).length).toBeGreaterThan(300);
    expect(await told(content)).toEqual([]);
  });
});

describe('a lookup of packages', () => {
  const lookup = (content: Record<string, string>, names: string[], folders: string[] = ['']) =>
    packageLookup(names, folders, filesOf(content));
  const seen = async (dir: string, content: Record<string, string>, names: string[], folders?: string[]) => {
    const made = await lookup(content, names, folders);
    return made ? absentIn(await runCommand(made.command, dir, {})) : null;
  };

  test('sees what lies in the folders of installed packages, above and for types too', async () => {
    const dir = await folder({ 'packages/a/node_modules/near/package.json': '{}' });
    const names = ['vitest', 'node', 'near', 'left-padd', '@no/thing'];
    expect(await seen(dir, {}, names, ['packages/a', 'packages', ''])).toEqual(['left-padd', '@no/thing']);
    expect(await seen(dir, {}, names, [''])).toEqual(['near', 'left-padd', '@no/thing']);
  });

  test('is not made for names that a configuration or a declaration gives, nor where packages come from elsewhere', async () => {
    expect(await lookup({ 'webpack.config.js': "alias: { 'shared': './x' }" }, ['shared'])).toBeNull();
    expect(await lookup({ 'src/env.d.ts': 'declare module "made";' }, ['made'])).toBeNull();
    expect(await lookup({ '.pnp.cjs': '' }, ['anything'])).toBeNull();
    expect(await lookup({}, ['odd name', '$lib'])).toBeNull();
  });

  test('asks the Python that runs the tests, where one does', async () => {
    const { runner, dir } = await project({
      'pytest.ini': '[pytest]\n',
      'test_a.py': 'def test_a(): pass\n',
      'own.py': '',
    });
    const made = moduleLookup(['json', 'own', 'requestss'], runner, []);
    expect(made && absentIn(await runCommand(made.command, dir, {}))).toEqual(['requestss']);
    expect(moduleLookup(['x'], null, [])).toBeNull();
    const { runner: other } = await project({ Makefile: 'test:\n\ttrue\n' });
    expect(moduleLookup(['x'], other, [])).toBeNull();
  });
});

describe('imports that lead nowhere in Python', () => {
  test('are told with file, line and name', async () => {
    const content = {
      'pkg/__init__.py': '__version__ = "1"\n',
      'pkg/core.py': 'def one(): pass\n',
      'pkg/use.py':
        'from .core import (\n    one,\n    two,\n)\nfrom . import gone\nfrom .none import x\nfrom ..pkg import core\n',
      'main.py': 'import pkg.nothing\nfrom pkg.core import three as t\nimport nowhere.sub\n',
    };
    expect(await check(content)).toEqual([
      { file: 'pkg/use.py', line: 1, name: 'two', message: "cannot import name 'two' from '.core'" },
      { file: 'pkg/use.py', line: 5, name: 'gone', message: "cannot import name 'gone' from '.'" },
      { file: 'pkg/use.py', line: 6, name: '.none', message: "No module named '.none'" },
      { file: 'main.py', line: 1, name: 'pkg.nothing', message: "No module named 'pkg.nothing'" },
      { file: 'main.py', line: 2, name: 'three', message: "cannot import name 'three' from 'pkg.core'" },
      { file: 'main.py', line: 3, name: 'nowhere', message: expect.stringContaining('neither declared nor installed') },
    ]);
  });

  test('are not told of a package that files beside it import which are as they were', async () => {
    const content = {
      'tests/typing/old.py': 'from typing_extensions import assert_type\n',
      'tests/typing/new.py': 'from typing_extensions import assert_type\n',
      'app/new.py': 'import typing_extensions\n',
      'app/old.py': 'try:\n    import typing_extensions\nexcept ImportError:\n    pass\n',
    };
    const changed = ['tests/typing/new.py', 'app/new.py'];
    expect((await importErrors(filesOf(content), changed, none)).map(({ file }) => file)).toEqual(['app/new.py']);
    expect(await told(content)).toHaveLength(3);
  });

  test('are not told where anything may be there after all', async () => {
    const content = {
      'pyproject.toml':
        '[project]\ndependencies = ["some-dep>=1"]\n[tool.setuptools_scm]\nwrite_to = "pkg/_version.py"\n',
      '.gitignore': 'pkg/made.py\n',
      'pkg/__init__.py': 'from .core import *\n',
      'pkg/core.py': '',
      'pkg/_speed.c': '',
      'pkg/dynamic.py': 'globals()["x"] = 1\n',
      'namespace/part/__init__.py': '',
      'vendored/__init__.py': 'import sys\nsys.meta_path.append(1)\n',
      'examples/flask/app.py': '',
      'pkg/use.py': `import os, sys, tomllib, some_dep, _private
from pkg import whatever
from .dynamic import anything
from ._speed import fast
from ._version import version
from .made import up
from namespace.other import thing
from vendored.six import moves
import flask.views
"""
from .in_text import x
"""
text = "import nothing_here"
try:
    from .optional import y
except ImportError:
    y = None
if sys.version_info < (3,):
    import urllib2
def lazy():
    import later_only
`,
    };
    expect(await told(content)).toEqual([]);
  });
});

describe('names that are nowhere defined', () => {
  test('are told in Python, with file, line and name', async () => {
    const text = 'import os\n\ndef f(x):\n    return os.path.join(x, nmae)\ndef g(x) -> int: return x + mnae\n';
    expect(await undefinedNames([{ path: 'a.py', text }])).toEqual([
      { file: 'a.py', line: 4, name: 'nmae', message: 'Undefined name `nmae`' },
      { file: 'a.py', line: 5, name: 'mnae', message: 'Undefined name `mnae`' },
    ]);
  });

  test.each([
    'from os import *\nx = nothing\n',
    'globals()["made"] = 1\nmade\n',
    'for i in range(3):\n    if i: print(last)\n    last = i\n',
    'def f(x: "Unknown") -> None: ...\n',
    'try:\n    unicode\nexcept NameError:\n    unicode = str\n',
    'print(_("text"), __file__)\n',
    'def g():\n    with raises(NameError):\n        nothing\n',
    'x = [y for y in z] if (z := []) else 0\n',
  ])('%j has none', async (text) => {
    expect(
      await undefinedNames([
        { path: 'a.py', text },
        { path: 'a.js', text: 'nothing' },
      ]),
    ).toEqual([]);
  });

  test("the parts of Python's library that everybody uses have neither", async (context) => {
    const found = spawnSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'], { encoding: 'utf8' });
    context.skip(found.status !== 0, `python3 does not run: ${found.stderr}`);
    const library = found.stdout.trim();
    const content = Object.assign(
      {},
      ...['json', 'unittest', 'email', 'logging', 'asyncio'].map((name) => sources(library, name, '.py')),
    );
    const own = Object.fromEntries(Object.entries<string>(content).filter(([path]) => !path.includes('/test')));
    expect(Object.keys(own).length).toBeGreaterThan(50);
    expect(await told(own)).toEqual([]);
    expect(await undefinedNames(Object.entries(own).map(([path, text]) => ({ path, text })))).toEqual([]);
  });
});

function sources(root: string, folder: string, ending = '.ts'): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith(ending)) found[relative(root, path)] = readFileSync(path, 'utf8');
  }
  return found;
}
