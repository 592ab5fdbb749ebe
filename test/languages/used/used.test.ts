import { describe, expect, it } from 'vitest';
import { usedByTests } from '../../../src/languages/judging/used/used.ts';
import type { Files } from '../../../src/languages/runner.ts';
import { policyWith } from '../../core/policy.ts';

const filesOf = (texts: Record<string, string>): Files => ({
  paths: Object.keys(texts),
  read: async (path) => texts[path] ?? null,
});

async function used(texts: Record<string, string>, command: string[] = []): Promise<string[]> {
  const tests = { ...policyWith().tests, command };
  return [...(await usedByTests(filesOf(texts), tests)).keys()].sort();
}

const pkg = (scripts: Record<string, string>, more = {}) => JSON.stringify({ scripts, ...more });

describe('what the tests of a tree use', () => {
  it('is the script that the test command runs, by any name', async () => {
    const files = { 'package.json': pkg({ test: 'node verify.js' }), 'verify.js': '', 'src/a.js': '' };
    expect(await used(files)).toEqual(['verify.js']);
    expect(await used({ 'checks/all.py': '', 'shop.py': '' }, ['python3', 'checks/all.py'])).toEqual(['checks/all.py']);
  });

  it('is followed through other scripts, before and after the test, and shell scripts', async () => {
    const files = {
      'package.json': pkg({ pretest: 'node gen.js', test: 'npm run unit', unit: './run-tests.sh' }),
      'gen.js': '',
      'run-tests.sh': '#!/bin/sh\nset -e\nnode checks/money.js\n',
      'checks/money.js': '',
    };
    expect(await used(files)).toEqual(['checks/money.js', 'gen.js', 'run-tests.sh']);
  });

  it.each([
    'eslint . ; node sums.js',
    'standard; node sums.js',
    'eslint .; node sums.js',
    'xo || node sums.js',
    'eslint . & node sums.js',
    'eslint .\nnode sums.js',
    'eslint . && node sums.js',
    'eslint . | node sums.js',
  ])('is what runs beside a check: %s', async (test) =>
    expect(await used({ 'package.json': pkg({ test }), 'sums.js': '', 'a.js': '' })).toEqual(['sums.js']),
  );

  it('is a package of Go that uses the test framework and that only tests import', async () => {
    const files = {
      'go.mod': 'module ex.com/calc\n',
      'calc.go': 'package calc\n\nimport "ex.com/calc/kit"\n',
      'calc_test.go': 'package calc\n\nimport (\n\t"testing"\n\t"ex.com/calc/same"\n)\n',
      'same/same.go': 'package same\n\nimport "testing"\n\nfunc Same(t *testing.T, a, b int) {}\n',
      'kit/kit.go': 'package kit\n\nimport "testing"\n\nvar InTest = testing.Testing()\n',
    };
    expect(await used(files)).toEqual(['same/same.go']);
  });

  it('is no package of a library of test tools', async () => {
    const files = {
      'go.mod': 'module ex.com/testify\n',
      'doc.go': 'package testify\n\nimport _ "ex.com/testify/assert"\n',
      'assert/assert.go': 'package assert\n\nimport "testing"\n\nfunc Same(t *testing.T, a, b int) {}\n',
      'assert/assert_test.go': 'package assert\n\nimport "testing"\n',
      'suite/suite.go': 'package suite\n\nimport (\n\t"testing"\n\t"ex.com/testify/assert"\n)\n',
      'suite/suite_test.go': 'package suite\n\nimport (\n\t"testing"\n\t"ex.com/testify/assert"\n)\n',
    };
    expect(await used(files)).toEqual([]);
  });

  it('is no program whose answer a script compares, and no functions that it reads into itself', async () => {
    const files = {
      'check.sh':
        '. ./settings.sh\n. ./calc.sh\ntest "$(./bin/tool 1)" = 2\n./bin/list | grep -q x\nsh more.sh | tee log\n',
      'settings.sh': 'export LC_ALL=C\n',
      'calc.sh': 'add() {\n  echo $(($1 + $2))\n}\n',
      'bin/tool': '',
      'bin/list': '',
      'more.sh': '',
    };
    expect(await used(files, ['sh', 'check.sh'])).toEqual(['check.sh', 'more.sh', 'settings.sh']);
  });

  it('is no file that a script only looks through', async () => {
    const script = [
      'grep -q version src/product.txt || exit 1',
      'if ! grep -qE "^def" src/prod.py; then exit 1; fi',
      'wc -l < src/rows.csv',
      'jq -e .ok src/a.json >/dev/null && shellcheck src/run.sh',
      'grep -qxf patterns.txt src/product.txt',
      'grep -q "$(./tool)" answers.txt',
      'grep -q "$line" lines.txt',
      'grep -v "^#" raw.txt | ./compare',
      'grep -q ok expected/out.txt',
      'sed s/a/b/ plan.txt > made.txt',
    ].join('\n');
    const others = ['src/product.txt', 'src/prod.py', 'src/a.json', 'src/run.sh', 'patterns.txt', 'answers.txt'];
    const more = ['lines.txt', 'raw.txt', 'expected/out.txt', 'plan.txt', 'tool'];
    const files = Object.fromEntries([...others, ...more].map((path) => [path, '']));
    expect(await used({ 'check.sh': script, ...files }, ['sh', 'check.sh'])).toEqual(
      ['answers.txt', 'check.sh', 'expected/out.txt', 'lines.txt', 'patterns.txt', 'plan.txt', 'raw.txt'].sort(),
    );
  });

  it('is what a makefile runs', async () => {
    const files = {
      Makefile: 'test: build\n\tpython3 checks/all.py\nbuild:\n\tgcc src/main.c -o main\n',
      'checks/all.py': '',
      'src/main.c': '',
    };
    expect(await used(files, ['make', 'test'])).toEqual(['checks/all.py']);
  });

  it('is what the command requires, loads, or is configured by', async () => {
    const files = {
      'package.json': pkg({ test: 'mocha -r ./hooks/register.js --config conf/m.js --env-file=ci.env' }),
      'hooks/register.js': '',
      'conf/m.js': '',
      'ci.env': '',
    };
    expect(await used(files)).toEqual(['ci.env', 'conf/m.js', 'hooks/register.js']);
  });

  it('is not the product that a build takes in', async () => {
    const files = {
      'package.json': pkg({ test: 'npm run build && node --test', build: 'esbuild src/index.ts --outfile=dist/a.js' }),
      'src/index.ts': '',
    };
    expect(await used(files)).toEqual([]);
  });

  it('is what the configuration of a runner names or imports', async () => {
    const files = {
      'vitest.config.ts':
        "import own from './build/plugin.ts';\nexport default { plugins: [own()], test: { setupFiles: ['./support/start.ts'], environment: './support/world.ts', coverage: { include: ['src/index.ts'] } }, build: { lib: { entry: 'src/index.ts' } } }",
      'build/plugin.ts': "import './inner.ts'",
      'build/inner.ts': '',
      'support/start.ts': '',
      'support/world.ts': '',
      'src/index.ts': '',
    };
    expect(await used(files)).toEqual(['build/inner.ts', 'build/plugin.ts', 'support/start.ts', 'support/world.ts']);
  });

  it('is what a set-up file imports, but not the product that it prepares', async () => {
    const files = {
      'vitest.config.ts': "export default { test: { setupFiles: ['./setup.ts', './support/world.ts'] } }",
      'setup.ts': "import './src/index.ts'\nimport './clock.ts'\nimport './lib/fake-clock.ts'\nimport './index.ts'",
      'support/world.ts': "import './inner/db.ts'\nimport '../src/shop.ts'",
      'support/inner/db.ts': '',
      'src/index.ts': "import './shop.ts'",
      'src/shop.ts': '',
      'index.ts': '',
      'clock.ts': '',
      'lib/fake-clock.ts': '',
    };
    expect(await used(files)).toEqual(
      ['clock.ts', 'lib/fake-clock.ts', 'setup.ts', 'support/inner/db.ts', 'support/world.ts'].sort(),
    );
  });

  it('is a stand-in behind an alias, and not the product behind one', async () => {
    const jest = {
      moduleNameMapper: { '^gateway$': '<rootDir>/support/fake-gateway.js', '^shop$': '<rootDir>/src/shop.js' },
      setupFilesAfterEnv: ['<rootDir>/support/matchers.js'],
      transform: { '\\.css$': '<rootDir>/support/css.js' },
    };
    const files = {
      'package.json': pkg({ test: 'jest' }, { jest }),
      'support/fake-gateway.js': '',
      'src/shop.js': '',
      'support/matchers.js': '',
      'support/css.js': '',
    };
    expect(await used(files)).toEqual(['support/css.js', 'support/fake-gateway.js', 'support/matchers.js']);
  });

  it('is a plugin of pytest, named in its options or by conftest.py', async () => {
    const files = {
      'pytest.ini': '[pytest]\naddopts = -q -p support.plugin\nenv_files =\n    ci.env\n',
      'conftest.py': 'pytest_plugins = ["support.more"]',
      'support/plugin.py': '',
      'support/more.py': '',
      'ci.env': '',
      'shop.py': '',
    };
    expect(await used(files)).toEqual(['ci.env', 'support/more.py', 'support/plugin.py']);
  });

  it('is no file of the product that a manifest names', async () => {
    const files = {
      'pyproject.toml': '[project]\nreadme = "README.md"\n[tool.hatch.version]\npath = "src/shop/about.py"\n',
      'README.md': '',
      'src/shop/about.py': '',
    };
    expect(await used(files)).toEqual([]);
  });
});
