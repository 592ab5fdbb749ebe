import { describe, expect, test } from 'vitest';
import { javascript } from '../../../src/languages/javascript/language.ts';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { onlyIn } from '../../../src/languages/runs/several.ts';
import { filesOf, tests } from '../bare.ts';

type Content = Record<string, string>;

const suggested = (scripts: object, more: object = {}, content: Content = {}) =>
  javascript.runners?.suggest(filesOf({ 'package.json': JSON.stringify({ scripts, ...more }), ...content }), 'stated');
const calls = async (...project: Parameters<typeof suggested>) => {
  const suggestion = await suggested(...project);
  const all = [suggestion?.call, ...(suggestion?.also ?? [])].flatMap((call) => call ?? []);
  return all.map(({ before, words }) => [before?.replace(/^PATH=\S+ /, '') ?? null, words.join(' ')]);
};

describe("a package's test script", () => {
  test.each([
    [
      'xo && node --import=tsx/esm --test test/*.ts && del-cli dist && tsc && tsd',
      null,
      'node --import=tsx/esm --test test/*.ts',
    ],
    ['c8 --reporter lcov mocha test/x.js', null, 'mocha test/x.js'],
    ['nyc --check-coverage cross-env A=1 tape "test/**/*.js"', null, 'tape test/**/*.js'],
    ['dotenv -e .env.test -- vitest run', null, 'vitest run'],
    ['xvfb-run -a npx --no-install jest --ci', null, 'jest --ci'],
    ['tape test/*.js | tap-spec', null, 'tape test/*.js'],
    ['for f in test/*.js; do tape $f; done', null, 'tape test/*.js'],
    ['tsc -p . && ava', 'tsc -p .', 'ava'],
    ['tsc --noEmit && npm audit && uvu test', null, 'uvu test'],
    ['yarn mocha', null, 'mocha'],
    ['pnpm exec borp --coverage', null, 'borp --coverage'],
  ])('%s', async (script, before, words) => {
    expect(await calls({ test: script })).toEqual([[before, words]]);
  });

  test('is followed through other scripts, with the scripts that npm runs around them', async () => {
    const scripts = {
      pretest: 'npm run lint && npm run build',
      test: 'run-s test:*',
      posttest: 'npx npm@">= 10.2" audit --production',
      'test:unit': 'npm run mocha -- --exit',
      'test:types': 'tsd',
      'test:edge': 'jest --env edge',
      mocha: 'nyc mocha',
      lint: 'eslint .',
      build: 'rollup -c',
    };
    expect(await calls(scripts)).toEqual([
      ['npm run build', 'mocha --exit'],
      [null, 'jest --env edge'],
    ]);
    expect(await calls({ test: 'pnpm run /^test:/', 'test:lint': 'oxlint', 'test:unit': 'vitest' })).toEqual([
      [null, 'vitest'],
    ]);
    const formats = { test: 'npm run format && mocha', format: './cli.js --output . && prettier --write .' };
    expect(await calls(formats)).toEqual([[null, 'mocha']]);
    const makefile = 'test: build\n\t@./node_modules/.bin/mocha \\\n\t\t--require should\nbuild:\n\ttsc\n';
    expect(await calls({ test: 'make test' }, {}, { Makefile: makefile })).toEqual([
      ['tsc', './node_modules/.bin/mocha --require should'],
    ]);
  });

  test('a browser is left alone with a word about it', async () => {
    const suggestion = await suggested({ test: 'eslint . && karma start' });
    expect(suggestion?.call).toBe(null);
    expect(suggestion?.otherwise?.join(' ')).toContain('karma, which needs a browser');
    expect(await calls({ test: 'mocha && wtr --playwright' })).toEqual([[null, 'mocha']]);
  });

  test.each([
    ['npm test --workspaces --if-present', {}, ['packages/a', 'packages/b']],
    ['npm test -w b', {}, ['packages/b']],
    ['pnpm -r test', {}, ['packages/a', 'packages/b']],
    ['pnpm --filter=@x/a run test', {}, ['packages/a']],
    ['yarn workspaces foreach -A run test', {}, ['packages/a', 'packages/b']],
    ['turbo run test', {}, ['packages/a', 'packages/b']],
    ['npm run lint && lerna run test', { lint: 'eslint .' }, ['packages/a', 'packages/b']],
    ['cd packages/b && npm test', {}, ['packages/b']],
    ['vitest run', {}, undefined],
  ])('%s runs in packages of a workspace', async (script, scripts, packages) => {
    const content = {
      'packages/a/package.json': JSON.stringify({ name: '@x/a', scripts: { test: 'mocha' } }),
      'packages/b/package.json': JSON.stringify({ name: 'b', scripts: { test: 'vitest' } }),
      'packages/c/package.json': JSON.stringify({ name: 'c' }),
    };
    expect((await suggested({ test: script, ...scripts }, { workspaces: ['packages/*'] }, content))?.packages).toEqual(
      packages,
    );
    const pnpm = { ...content, 'pnpm-workspace.yaml': "packages:\n  - 'packages/*' # all\n  - '!packages/c'\n" };
    expect((await suggested({ test: script, ...scripts }, {}, pnpm))?.packages).toEqual(packages);
  });

  test('packages of a workspace are built before what is made of them', async () => {
    const build = 'npm run build --workspaces --if-present && rollup -c';
    expect(await calls({ test: 'npm run build && mocha', build })).toEqual([['npm run build', 'mocha']]);
  });

  test('builds what its tests import and the tree does not have', async () => {
    const project = (wanted: string, main: string, more: Content = {}) =>
      calls(
        { test: 'mocha', build: 'tsc' },
        { name: 'x', main },
        { 'test/a.js': `require('${wanted}')`, 'src/a.ts': '', ...more },
      );
    expect(await project('../dist/a.js', 'dist/a.js')).toEqual([['npm run build', 'mocha']]);
    expect(await project('x', 'dist/a.js')).toEqual([['npm run build', 'mocha']]);
    expect(await project('../src/a.js', 'dist/a.js')).toEqual([[null, 'mocha']]);
    const alias = (one: string) => project('x', 'dist/a.js', { 'vitest.config.mts': `alias: [${one}], name: 'x',` });
    expect(await alias('{ find: /^x$/, replacement: "./src/a.ts" }')).toEqual([[null, 'mocha']]);
    expect(await alias('{ find: /^x-y$/, replacement: "./src/a.ts" }')).toEqual([['npm run build', 'mocha']]);
    const jest = { 'jest.config.json': '{"moduleNameMapper": {"^x(.*)$": "<rootDir>/src"}}' };
    expect(await project('x', 'dist/a.js', jest)).toEqual([[null, 'mocha']]);
    expect(await project('x', 'dist/a.js', { 'test/__mocks__/x.js': '' })).toEqual([[null, 'mocha']]);
  });

  test('of several commands, each is given those test files that it takes in', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'TZ=Asia/Tokyo jest ./test/zone.test && jest' } });
    const content = { 'package.json': manifest, 'test/zone.test.js': '', 'test/a.test.js': '' };
    const { parts = [] } = (await detectRunner(filesOf(content), tests())) ?? {};
    const given = (part: (typeof parts)[number]) => onlyIn(['test/zone.test.js', 'test/a.test.js'], part, parts);
    expect(parts.map(given)).toEqual([['test/zone.test.js'], ['test/zone.test.js', 'test/a.test.js']]);
  });

  test('a script of the tree runs as what it reports with', async () => {
    const id = async (source: string) => {
      const content = {
        'package.json': '{"scripts":{"test":"node test/index.js"}}',
        'test/index.js': "import './a.js'",
        'test/a.js': source,
      };
      return (await detectRunner(filesOf(content), tests()))?.id;
    };
    expect(await id("import test from 'node:test'")).toBe('node:test');
    expect(await id("const test = require('tape')")).toBe('tap');
    expect(await id("import assert from 'node:assert'")).toBe('command');
  });

  test('an unknown program gives way to what the tests are written with', async () => {
    const content = { 'src/a.spec.ts': "import { test } from 'vitest'" };
    expect(await calls({ test: 'ts-scripts test' }, {}, content)).toEqual([[null, 'vitest run']]);
  });

  test('a package.json that cannot be parsed is not a project without tests', async () => {
    const files = filesOf({ 'package.json': '{ not json' });
    const runner = await detectRunner(files, tests());
    const result = {
      ended: 'exit',
      exit_code: 0,
      signal: null,
      stdout: '',
      stderr: '',
      files: {},
      duration_ms: 1,
    } as const;
    expect(runner?.read(result, '/w')).toMatchObject({ outcome: 'no_report', errors: [{ type: 'BadManifest' }, {}] });
    expect(await javascript.runners?.cure?.('', files)).toContain('package.json is not valid JSON');
  });
});

test('what stands behind the tests is told where nobody knows it, checks and clearing up aside', async () => {
  const unrun = async (more: string) => {
    const scripts = { test: `node --test && ${more}`, 'check:type:ts': 'tsc -p .', all: 'sh all.sh' };
    const content = { 'package.json': JSON.stringify({ scripts }), 'a.test.js': '' };
    return (await detectRunner(filesOf(content), tests()))?.unrun ?? [];
  };
  expect(await unrun('sh all.sh')).toEqual(['sh all.sh']);
  expect(await unrun('npm run all')).toEqual(['sh all.sh']);
  for (const more of ['tsc', 'rm -rf x', 'npm run check:type:ts', 'eslint .']) expect(await unrun(more)).toEqual([]);
});
