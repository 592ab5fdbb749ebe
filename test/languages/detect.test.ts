import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../src/languages/detect.ts';
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
    [manifest('mocha'), 'command'],
    [manifest('jest --ci'), 'command'],
    [manifest('node --test || true'), 'command'],
    [manifest('node --test; exit 0'), 'command'],
    [manifest('npm run test', { scripts: { test: 'npm run test' } }), 'command'],
    [manifest('pytest -q'), 'pytest'],
    [manifest('echo "Error: no test specified" && exit 1'), 'node:test'],
    [manifest(undefined), 'node:test'],
    [{ 'package.json': '{ not json' }, 'node:test'],
    [{ ...manifest(undefined), 'tests/test_a.py': '' }, 'pytest'],
    [{ 'src/a.test.mjs': '' }, 'node:test'],
    [{ 'a.py': '' }, 'pytest'],
    [{ 'conftest.py': '', 'a.test.js': '' }, 'pytest'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'pytest'],
    [{ 'pyproject.toml': '[project]\n' }, null],
    [{ 'setup.cfg': '[tool:pytest]\n' }, 'pytest'],
  ] as [Record<string, string>, string | null][])('%j is %s', async (content, id) => {
    expect((await detect(content))?.id ?? null).toBe(id);
  });

  test.each([
    [['npx', 'vitest', 'run'], 'vitest'],
    [['node', '--test', 'test/'], 'node:test'],
    [['pytest', '-q'], 'pytest'],
    [['.venv/bin/python', '-m', 'pytest'], 'pytest'],
    [['uv', 'run', 'pytest'], 'pytest'],
    [['npm', 'test'], 'vitest'],
    [['npm', 'run', 'other'], 'command'],
    [['make', 'check'], 'command'],
    [['sh', '-c', 'vitest run'], 'command'],
  ])('a configured command %j decides: %s', async (command, id) => {
    expect((await detect(manifest('vitest', { 'a.py': '' }), command))?.id).toBe(id);
  });

  test('an unknown test script runs through npm', async () => {
    expect(await argv(manifest('mocha'))).toBe('npm test --silent');
    expect(await argv({}, ['make', 'check'])).toBe('make check');
  });

  test('arguments that choose tests are kept, those that report or stop early are not', async () => {
    const vitest = await argv(
      manifest('vitest run --root pkg -u -c v.config.ts --bail 1 --coverage --reporter=dot unit'),
    );
    expect(vitest).toContain('run --root pkg -c v.config.ts --reporter=default');
    expect(vitest).not.toMatch(/-u|bail|coverage|dot/);
    expect(vitest?.endsWith('unit')).toBe(true);
    const node = await argv(manifest('node --import ./setup.js --test --watch --test-reporter dot'), [], ['x.test.js']);
    expect(node).toMatch(/^node --import \.\/setup\.js --test --test-reporter=\/pawl\/in\//);
    expect(node).not.toMatch(/watch|dot/);
    expect(node?.endsWith(' x.test.js')).toBe(true);
    const pytest = await argv({}, ['.venv/bin/python', '-m', 'pytest', '-x', '-m', 'not slow', '--cov=pkg', 'unit']);
    expect(pytest).toMatch(/^\.venv\/bin\/python -m pytest -p no:cacheprovider .* -m not slow unit$/);
  });

  test('the environment that a script sets is kept', async () => {
    const runner = await detect(manifest("MODE='a b' node --test"));
    expect(runner?.command(null).env).toMatchObject({ MODE: 'a b' });
  });
});
