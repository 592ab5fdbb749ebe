import { describe, expect } from 'vitest';
import type { Verdict } from '../../src/schema/judge/verdict.ts';
import { test } from './support/place.ts';
import { git, put } from './support/repo.ts';

const manifest = (name: string) => `{ "name": "${name}", "type": "module", "scripts": { "test": "node --test" } }\n`;
const testOf = (name: string, from: string, expected: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '${from}';

test('${name} of two', () => assert.equal(${name}(2), ${expected}));
`;

/** Two packages, of which the second uses the first. */
const workspace = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }\n',
  'packages/one/package.json': manifest('one'),
  'packages/one/twice.js': 'export const twice = (n) => n * 2;\n',
  'packages/one/twice.test.js': testOf('twice', './twice.js', 4),
  'packages/two/package.json': manifest('two'),
  'packages/two/square.js':
    "import { twice } from '../one/twice.js';\nexport const square = (n) => (twice(n) / 2) * n;\n",
  'packages/two/square.test.js': testOf('square', './square.js', 4),
  'packages/none/package.json': '{ "name": "none" }\n',
};

describe.concurrent('the packages of a workspace', () => {
  test('are tested each in its folder, and a test is named from the top', async ({ place }) => {
    const target = place.repo(workspace);
    const doctor = await place.pawl(['doctor', '--target', target]);
    expect(doctor.stdout).toMatch(
      /tests +node:test in packages\/one, node:test in packages\/two: 2 tests, 2 passed, 0 failed/,
    );
    expect(doctor.stdout).toMatch(/^ +node:test in packages\/two, by `node --test`/m);
    put(target, { 'packages/one/twice.js': 'export const twice = (n) => n * 3;\n' });
    const ended = await place.pawl(['verify', '--target', target, '--json']);
    expect(ended.code).toBe(1);
    const { test_failures, tests } = ended.lines[0] as unknown as Verdict;
    expect(tests).toMatchObject({ total: 2, broken: 2 });
    expect(test_failures.map(({ test, file }) => [test, file])).toEqual([
      ['packages/one/twice.test.js > twice of two', 'packages/one/twice.test.js'],
      ['packages/two/square.test.js > square of two', 'packages/two/square.test.js'],
    ]);
  });

  test('may bring new tests that prove a change, and a control that can fail', async ({ place }) => {
    const target = place.repo(workspace);
    put(target, {
      'packages/one/thrice.js': 'export const thrice = (n) => n * 3;\n',
      'packages/one/thrice.test.js': testOf('thrice', './thrice.js', 6),
    });
    const ended = await place.pawl(['verify', '--target', target, '--json']);
    expect(ended.lines[0]).toMatchObject({ status: 'pass', control: 'passed', tests: { total: 3, passed: 3 } });
  });

  test('are repaired in their folder, from the top, whatever else cannot be tested', async ({ place }) => {
    const target = place.repo({
      ...workspace,
      'packages/one/twice.js': 'export const twice = (n) => n / 2;\n',
      'packages/three/package.json': manifest('three').replace('node --test', 'vitest run'),
      'packages/three/three.test.js': testOf('three', './three.js', 3),
      'stamp.sh': 'test -f package.json && echo built > stamp.txt\n',
      '.gitignore': 'stamp.txt\n',
    });
    const tiers = 'tiers: [{ name: repair, developer: repair }]\ntests: { build: [sh, stamp.sh] }\n';
    const config = place.file('repair.yaml', tiers);
    const ended = await place.pawl(['fix', '--target', target, '--config', config, '--yes']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const branch = 'pawl/make-the-failing-tests-pass';
    expect(git(target, 'show', `${branch}:packages/one/twice.js`)).toBe('export const twice = (n) => n * 2;\n');
    expect(git(target, 'diff', '--name-only', `main..${branch}`)).toBe('packages/one/twice.js\n');
  });

  test('that cannot be tested are told, and change neither what the others say nor what there was before', async ({
    place,
  }) => {
    const silent = {
      ...workspace,
      'packages/three/package.json': manifest('three').replace('node --test', 'vitest run'),
      'packages/three/three.test.js': testOf('three', './three.js', 3),
    };
    const target = place.repo(silent);
    put(target, { 'packages/one/twice.js': 'export const twice = (n) => n + n;\n' });
    const ended = await place.pawl(['verify', '--target', target, '--json']);
    expect(ended.lines[0]).toMatchObject({ status: 'pass', confidence: 0.5, tests: { failed: 0, preexisting: 0 } });
    const { warnings } = ended.lines[0] as unknown as Verdict;
    expect(warnings.join('\n')).toMatch(/packages\/three: its tests cannot be run and were left out/);
    const doctor = await place.pawl(['doctor', '--target', target]);
    expect(doctor.stdout).toMatch(/2 tests, 2 passed, 0 failed/);
    expect(doctor.stdout).toMatch(/packages\/three: its tests cannot be run and were left out/);
  });
});
