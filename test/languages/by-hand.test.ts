import { expect, test } from 'vitest';
import { languages } from '../../src/languages/registry.ts';
import type { Files } from '../../src/languages/runner.ts';
import { byHand } from '../../src/languages/runs/by-hand.ts';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { policyWith } from '../core/policy.ts';

const filesOf = (files: Record<string, string>): Files => ({
  paths: Object.keys(files),
  read: async (path) => files[path] ?? null,
});

async function ofProject(files: Record<string, string>, tests: Partial<ReturnType<typeof policyWith>['tests']> = {}) {
  const policy = { ...policyWith().tests, ...tests };
  const runner = await detectRunner(filesOf(files), policy);
  return runner && byHand(runner, policy);
}

test('a package tells the command behind its script, with what it sets and builds first', async () => {
  const scripts = { test: "NODE_ENV=test tape 'test/**/*.js'" };
  const manifest = JSON.stringify({ scripts, devDependencies: { tape: '5' } });
  expect(
    await ofProject({ 'package.json': manifest, 'test/a.js': "require('tape')" }, { build: ['npm', 'run', 'build'] }),
  ).toEqual({
    all: ['npm run build', "NODE_ENV=test tape 'test/**/*.js'"],
    one: [{ file: 'npx tape FILE' }],
  });
});

test('modules and crates tell theirs', async () => {
  expect(await ofProject({ 'go.mod': 'module m\n', 'a_test.go': 'package m\n' })).toMatchObject({
    all: [expect.stringMatching(/^go test/)],
    one: [{ file: 'go test ./FOLDER' }],
  });
  expect(await ofProject({ 'Cargo.toml': '[package]\nname = "m"\n', 'src/lib.rs': '' })).toMatchObject({
    all: [expect.stringMatching(/^cargo test/)],
    one: [{ test: 'cargo test --offline NAME' }],
  });
});

test('a command of nobody we know is told as it is', async () => {
  expect(await ofProject({ 'a.txt': '' }, { command: ['./check it'] })).toEqual({ all: ["'./check it'"], one: [] });
});

test('commands for one test are told for known runners alone', () => {
  for (const { runners } of languages())
    for (const id of Object.keys(runners?.one ?? {})) expect(runners?.ids).toContain(id);
});
