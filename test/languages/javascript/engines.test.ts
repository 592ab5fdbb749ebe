import { expect, test } from 'vitest';
import { cureOf } from '../../../src/languages/javascript/package/cure.ts';
import { satisfies } from '../../../src/languages/javascript/package/engines.ts';
import { nothingRan } from '../../../src/languages/runs/fitness.ts';
import { noTests } from '../../../src/languages/runs/run-tests.ts';
import { filesOf } from '../bare.ts';

test.each([
  ['20.20.2', '^22.0.0 || ^24.0.0 || >=26.0.0', false],
  ['22.3.0', '^22.0.0 || ^24.0.0 || >=26.0.0', true],
  ['27.0.0', '^22.0.0 || ^24.0.0 || >=26.0.0', true],
  ['20.20.2', '>= 18', true],
  ['20.20.2', '>=14.17 <20', false],
  ['20.20.2', '18 || 20', true],
  ['20.20.2', '20.x', true],
  ['20.20.2', '~20.19.0', false],
  ['20.20.2', '16 - 20', true],
  ['20.20.2', '>20', false],
  ['20.20.2', '>20.19', true],
  ['20.20.2', '<=20', true],
  ['20.20.2', '*', true],
  ['20.20.2', 'lts/*', true],
])('Node %s and %s', (version, range, fits) => {
  expect(satisfies(version, range)).toBe(fits);
});

test('tests that cannot start on this Node say which one their package asks for', async () => {
  const manifest = (node: string) => filesOf({ 'package.json': JSON.stringify({ engines: { node } }) });
  expect(await cureOf('TypeError: styleText is not a function', manifest('>=99'))).toMatch(
    /asks for Node >=99 \(engines\.node\), and this is Node \d+/,
  );
  expect(await cureOf('TypeError: styleText is not a function', manifest('>=18'))).toBeNull();
});

test('the cure for a missing package is the command of the manager that the project has a lock of', async () => {
  const cure = (lock: string) =>
    cureOf("Cannot find module 'jest'", filesOf({ 'package.json': '{"devDependencies":{"jest":"^29"}}', [lock]: '' }));
  expect(await Promise.all(['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'x'].map(cure))).toEqual(
    ['npm ci', 'pnpm install', 'yarn install', 'bun install', 'npm install'].map(
      (command) => `jest is not installed: run ${command}`,
    ),
  );
});

test('where no test ran, that is what is said of it', async () => {
  const files = filesOf({ 'package.json': JSON.stringify({ engines: { node: '>=99' } }) });
  expect(await nothingRan(null, noTests(), files)).toMatch(/^no test ran, .*asks for Node >=99/);
  expect(await nothingRan(null, noTests(), filesOf({ 'package.json': '{}' }))).toMatch(/tests: \{ command/);
});
