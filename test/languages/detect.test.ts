import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { filesOf, tests } from './bare.ts';

const manifest = (test: string | undefined, more: object = {}) => ({
  'package.json': JSON.stringify({ scripts: { test }, ...more }),
});
const detect = (content: Record<string, string>, command: string[] = []) =>
  detectRunner(filesOf(content), tests(command));
const argv = async (content: Record<string, string>, command: string[] = [], only: string[] | null = null) =>
  (await detect(content, command))?.command(only).argv.join(' ');

describe('the runner of a tree', () => {
  test.each([
    [{}, null],
    [{ 'README.md': '' }, null],
    [{ 'main.go': '' }, null],
    [manifest('vitest run'), 'vitest'],
    [manifest('npx vitest'), 'vitest'],
    [manifest('cross-env CI=1 vitest --run'), 'vitest'],
    [manifest('tsc --noEmit && vitest run'), 'vitest'],
    [manifest('npm run unit', { scripts: { test: 'npm run unit', unit: 'vitest run' } }), 'vitest'],
    [manifest(undefined, { devDependencies: { vitest: '^3' } }), 'vitest'],
    [manifest('vitest bench'), 'command'],
    [manifest('node --test'), 'node:test'],
    [manifest('c8 node --test test/'), 'node:test'],
    [manifest('tsx --test'), 'node:test'],
    [manifest('node test.js'), 'command'],
    [manifest('mocha'), 'mocha'],
    [manifest('nyc mocha --exit'), 'mocha'],
    [manifest('jest --ci'), 'jest'],
    [manifest('node --experimental-vm-modules node_modules/jest/bin/jest.js'), 'jest'],
    [manifest('node --test && npm run check:type'), 'node:test'],
    [manifest('lab'), 'command'],
    [manifest(undefined, { devDependencies: { jest: '^30' } }), 'jest'],
    [manifest(undefined, { devDependencies: { mocha: '^11' } }), 'mocha'],
    [manifest('node --test || true'), 'command'],
    [manifest('node --test; exit 0'), 'command'],
    [manifest('npm run test', { scripts: { test: 'npm run test' } }), 'command'],
    [manifest('pytest -q'), 'pytest'],
    [manifest('echo "Error: no test specified" && exit 1'), 'node:test'],
    [manifest(undefined), 'node:test'],
    [{ 'package.json': '{ not json' }, 'node:test'],
    [{ ...manifest(undefined), 'tests/test_a.py': '' }, 'pytest'],
    [{ 'tests/test_a.py': 'import unittest\n' }, 'unittest'],
    [{ 'tests/a_test.py': 'import unittest\n' }, 'unittest'],
    [{ 'tests/a_test.py': 'import unittest\n', 'tests/test_b.py': 'import unittest\n' }, 'pytest'],
    [{ 'a/test_a.py': 'import unittest\n', 'b/test_b.py': 'import unittest\n' }, 'pytest'],
    [{ 'tox.ini': '[testenv]\ncommands = python -m unittest\n', 'conftest.py': '' }, 'unittest'],
    [{ 'CMakeLists.txt': 'enable_testing()\nadd_test(NAME a COMMAND a)\n' }, 'ctest'],
    [{ 'meson.build': "test('a', exe)\n" }, 'meson'],
    [{ 'configure.ac': '', 'Makefile.am': 'TESTS = a\n' }, 'automake'],
    [{ Makefile: 'test:\n\t./run\n' }, 'command'],
    [{ Makefile: 'all:\n\tcc a.c\n' }, null],
    [{ 'spec/a_spec.rb': '' }, 'rspec'],
    [{ 'test/test_a.rb': '' }, 'minitest'],
    [{ 'phpunit.xml.dist': '' }, 'phpunit'],
    [{ 'App.sln': '' }, 'command'],
    [{ 'tests/test_a.py': 'from unittest import TestCase\nimport pytest\n' }, 'pytest'],
    [{ 'tests/test_a.py': 'import unittest\n', 'tests/test_b.py': 'def test_b(): pass\n' }, 'pytest'],
    [{ 'tests/test_a.py': 'import unittest\n', 'requirements-dev.txt': 'pytest==8\n' }, 'pytest'],
    [{ 'tests/test_a.py': 'import unittest\n', 'conftest.py': '' }, 'pytest'],
    [{ 'go.mod': 'module m\n' }, 'go'],
    [{ 'Cargo.toml': '[package]\nname = "x"\n' }, 'cargo'],
    [{ 'pom.xml': '<project/>' }, 'maven'],
    [{ ...manifest(undefined), 'go.mod': 'module m\n' }, 'go'],
    [{ ...manifest('vitest'), 'go.mod': 'module m\n' }, 'vitest'],
    [{ 'src/a.test.mjs': '' }, 'node:test'],
    [{ 'a.py': '' }, 'pytest'],
    [{ 'conftest.py': '', 'a.test.js': '' }, 'pytest'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'pytest'],
    [{ 'pyproject.toml': '[project]\n' }, null],
    [{ 'setup.cfg': '[tool:pytest]\n' }, 'pytest'],
  ] as [Record<string, string>, string | null][])('%j is %s', async (content, id) => {
    expect((await detect(content))?.id ?? null).toBe(id);
  });

  test('a step before the tests is run by npm, whichever manager the script names', async () => {
    const scripts = { test: 'pnpm build && yarn run gen --x && pnpm exec prep && vitest', build: 'tsc', gen: 'gen' };
    const runner = await detect({ 'package.json': JSON.stringify({ scripts }) });
    expect(runner?.command(null).argv[2]).toMatch(/'npm run build && npm run gen --x && pnpm exec prep' .* && exec /);
  });

  test.each([
    [['npx', 'vitest', 'run'], 'vitest'],
    [['node', '--test', 'test/'], 'node:test'],
    [['pytest', '-q'], 'pytest'],
    [['.venv/bin/python', '-m', 'pytest'], 'pytest'],
    [['uv', 'run', 'pytest'], 'pytest'],
    [['npm', 'test'], 'vitest'],
    [['npm', 'run', 'other'], 'command'],
    [['python3', '-m', 'unittest', '-v'], 'unittest'],
    [['coverage', 'run', '-m', 'unittest'], 'unittest'],
    [['go', 'test', './...'], 'go'],
    [['go', 'vet'], 'command'],
    [['cargo', 'test', '--workspace'], 'cargo'],
    [['./mvnw', 'verify'], 'maven'],
    [['npx', 'jest'], 'jest'],
    [['tool', '--out={report}'], 'junit'],
    [['make', 'check'], 'command'],
    [['sh', '-c', 'vitest run'], 'command'],
  ])('a configured command %j decides: %s', async (command, id) => {
    expect((await detect(manifest('vitest', { 'a.py': '' }), command))?.id).toBe(id);
  });

  test('an unknown test script runs through npm', async () => {
    expect(await argv(manifest('lab'))).toBe('npm test --silent');
    expect(await argv({}, ['make', 'check'])).toBe('make check');
  });

  test('arguments that choose tests are kept, those that report or stop early are not', async () => {
    const vitest = await argv(
      manifest('vitest run --root pkg -u -c v.config.ts --bail 1 --coverage --reporter=dot unit'),
    );
    expect(vitest).toContain('run --root pkg -c v.config.ts --reporter=default');
    expect(vitest).not.toMatch(/ -u |bail|coverage(?!\.enabled=false)|dot/);
    expect(vitest?.endsWith('unit')).toBe(true);
    const node = await argv(manifest('node --import ./setup.js --test --watch --test-reporter dot'), [], ['x.test.js']);
    expect(node).toMatch(
      /^node --import=\/pawl\/in\/\S+ --import \.\/setup\.js --test --import=\S+ --test-reporter=\/pawl\/in\//,
    );
    expect(node).not.toMatch(/watch|dot/);
    expect(node?.endsWith(' x.test.js')).toBe(true);
    const pytest = await argv({}, ['.venv/bin/python', '-m', 'pytest', '-x', '-m', 'not slow', '--cov=pkg', 'unit']);
    expect(pytest).toMatch(/^\.venv\/bin\/python \/pawl\/in\/\S+ -p no:cacheprovider .* -m not slow unit$/);
  });

  test('for compiled languages too', async () => {
    const go = await argv({ 'go.mod': 'module m\n' }, [
      'go',
      'test',
      '-v',
      '-race',
      '-tags',
      'a b',
      '-cover',
      './x/...',
    ]);
    expect(go).toMatch(/ sh go test -json -count=1 -race -tags a b \.\/x\/\.\.\.$/);
    const some = await argv({ 'go.mod': 'module m\n' }, [], ['a/b/x_test.go', 'a/b/y_test.go', 'z_test.go']);
    expect(some).toMatch(/ -count=1 \.\/a\/b \.\/$/);
    const cargo = [
      'cargo',
      'test',
      '-q',
      '--features',
      'x',
      'name',
      '--',
      '--nocapture',
      '--test-threads=1',
      '--skip',
      'slow',
    ];
    expect(await argv({ 'Cargo.toml': '' }, cargo)).toMatch(
      / --message-format=json --features x -- -Z unstable-options --format json --report-time --test-threads=1 --skip slow name$/,
    );
  });

  test('the environment that a script sets is kept', async () => {
    const runner = await detect(manifest("MODE='a b' node --test"));
    expect(runner?.command(null).env).toMatchObject({ MODE: 'a b' });
    const flags = await detect(manifest('node --experimental-vm-modules node_modules/jest/bin/jest.js --ci'));
    expect(flags?.command(null).env).toMatchObject({ NODE_OPTIONS: '--experimental-vm-modules' });
  });
});
