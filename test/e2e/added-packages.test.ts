import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import type { Verdict } from '../../src/schema/judge/verdict.ts';
import { type Place, test } from './support/place.ts';
import { put } from './support/repo.ts';

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Compilers with caches that are warm, as users have them. */
const toolchains = { HOME: process.env.HOME };

async function verdictOf(place: Place, target: string): Promise<{ code: number | null; verdict: Verdict }> {
  const ended = await place.pawl(['verify', '--target', target, '--json'], { env: toolchains });
  return { code: ended.code, verdict: ended.lines[0] as unknown as Verdict };
}

const testOf = (name: string, expected: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from './${name}.js';

test('${name} of two', () => assert.equal(${name}(2), ${expected}));
`;
const npmPackage = (name: string, body: string, script = 'node --test') => ({
  [`packages/${name}/package.json`]: `{ "name": "${name}", "type": "module", "scripts": { "test": "${script}" } }\n`,
  [`packages/${name}/${name}.js`]: `export const ${name} = (n) => ${body};\n`,
  [`packages/${name}/${name}.test.js`]: testOf(name, 4),
});
const npm = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }\n',
  ...npmPackage('twice', 'n * 2'),
};

const crate = (name: string, more = '') => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
const rust = (name: string, value: number) =>
  `pub fn ${name}() -> i32 {\n    ${value}\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn is_one() {\n        assert_eq!(super::${name}(), 1);\n    }\n}\n`;
const cargo = {
  'Cargo.toml': crate('top', '\n[workspace]\nmembers = ["crates/*"]\n'),
  'src/lib.rs': rust('top', 1),
  'crates/one/Cargo.toml': crate('one'),
  'crates/one/src/lib.rs': 'pub fn one() -> i32 {\n    1\n}\n',
};

const goModule = (folder: string, name: string, value: number) => ({
  [`${folder}go.mod`]: `module example.com/${name}\n\ngo 1.21\n`,
  [`${folder}${name}.go`]: `package ${name}\n\nfunc One() int { return ${value} }\n`,
  [`${folder}${name}_test.go`]: `package ${name}\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n`,
});

describe('a package that a change adds', () => {
  test('to an npm workspace is tested by its own script, and its tests prove it', async ({ place }) => {
    const target = place.repo(npm);
    put(target, npmPackage('square', 'n * n'));
    const good = await verdictOf(place, target);
    expect(good.verdict).toMatchObject({ status: 'pass', control: 'passed', tests: { total: 2, passed: 2 } });
    expect(good.verdict.warnings).toEqual([]);
    put(target, npmPackage('square', 'n * n + 1'));
    const bad = await verdictOf(place, target);
    expect(bad.code).toBe(1);
    expect(bad.verdict.test_failures.map(({ test }) => test)).toEqual([
      'packages/square/square.test.js > square of two',
    ]);
  });

  test('says nothing about how those that base has are tested', async ({ place }) => {
    const target = place.repo(npm);
    put(target, {
      ...npmPackage('square', 'n * n'),
      'packages/twice/inner/package.json': '{ "type": "module", "scripts": { "test": "true" } }\n',
      'packages/twice/inner/inner.test.js': testOf('inner', 1),
      'packages/twice/inner/inner.js': 'export const inner = () => 1;\n',
      'packages/twice/twice.js': 'export const twice = (n) => n * 3;\n',
    });
    const { code, verdict } = await verdictOf(place, target);
    expect(code).toBe(1);
    expect(verdict.test_failures.map(({ test }) => test)).toContain('packages/twice/twice.test.js > twice of two');
  });

  test.skipIf(!has('cargo', '--version'))(
    'to a Cargo workspace is tested, also by tests inside of its sources (needs cargo)',
    async ({ place }) => {
      const target = place.repo(cargo);
      const added = (value: number) => ({
        'crates/new/Cargo.toml': crate('new'),
        'crates/new/src/lib.rs': rust('new', value),
      });
      put(target, added(2));
      const bad = await verdictOf(place, target);
      expect(bad.code).toBe(1);
      expect(bad.verdict.test_failures.map(({ test }) => test)).toEqual(['crates/new/src/lib.rs > tests > is_one']);
      put(target, added(1));
      const good = await verdictOf(place, target);
      expect(good.verdict).toMatchObject({ status: 'pass', control: 'passed', tests: { total: 2, passed: 2 } });
      expect(good.verdict.warnings).toEqual([]);
    },
    120_000,
  );

  test.skipIf(!has('go', 'version'))(
    'with a go.mod of its own is tested as a module of its own (needs go)',
    async ({ place }) => {
      const target = place.repo(goModule('', 'top', 1));
      put(target, goModule('tools/new/', 'new', 2));
      const bad = await verdictOf(place, target);
      expect(bad.code).toBe(1);
      expect(bad.verdict.test_failures.map(({ test }) => test)).toEqual(['tools/new/new_test.go > TestOne']);
      put(target, goModule('tools/new/', 'new', 1));
      const good = await verdictOf(place, target);
      expect(good.verdict).toMatchObject({ status: 'pass', control: 'passed', tests: { total: 2, passed: 2 } });
      expect(good.verdict.warnings).toEqual([]);
    },
    120_000,
  );

  test.skipIf(!has('cargo', '--version'))(
    'is named by a list of members or by a path; what does not compile in it has a place, and what nobody runs is told (needs cargo)',
    async ({ place }) => {
      const top = crate('top', '\n[workspace]\nmembers = ["one"]\n');
      const target = place.repo({
        'Cargo.toml': top,
        'src/lib.rs': rust('top', 1),
        'one/Cargo.toml': crate('one'),
        'one/src/lib.rs': 'pub fn one() -> i32 {\n    1\n}\n',
      });
      put(target, {
        'Cargo.toml': top.replace('"one"', '"one", "new"'),
        'new/Cargo.toml': crate('new'),
        'new/src/lib.rs': 'pub fn new() -> i32 {\n    "two"\n}\n',
      });
      const unbuilt = await verdictOf(place, target);
      expect(unbuilt.code).toBe(1);
      expect(unbuilt.verdict.import_errors).toMatchObject([{ file: 'new/src/lib.rs', line: 2 }]);
      put(target, {
        'Cargo.toml': `${top}\n[dependencies]\nnew = { path = "new" }\n`,
        'new/src/lib.rs': rust('new', 1),
      });
      const good = await verdictOf(place, target);
      expect(good.verdict).toMatchObject({ status: 'pass', tests: { total: 2, passed: 2 }, warnings: [] });
      put(target, { 'Cargo.toml': top });
      const { verdict } = await verdictOf(place, target);
      expect(verdict.warnings.join('\n')).toMatch(/new\/src\/lib\.rs has tests that base's test command does not run/);
    },
    120_000,
  );
});

describe('a package of the same tree', () => {
  test('is no new dependency in npm, where others are', async ({ place }) => {
    const target = place.repo({ ...npm, ...npmPackage('square', 'n * n') });
    const asking = (name: string) =>
      `{ "name": "square", "type": "module", "scripts": { "test": "node --test" }, "dependencies": { "${name}": "^1.0.0" } }\n`;
    put(target, { 'packages/square/package.json': asking('twice') });
    expect((await verdictOf(place, target)).verdict).toMatchObject({ status: 'pass', tests: { total: 2 } });
    put(target, { 'packages/square/package.json': asking('thrice') });
    const { code, verdict } = await verdictOf(place, target);
    expect(code).toBe(1);
    expect(verdict.integrity).toEqual([{ file: 'packages/square/package.json', rule: 'needs_dependency: thrice' }]);
  });

  test.skipIf(!has('go', 'version'))(
    'is no new dependency of a Go module that says where it is (needs go)',
    async ({ place }) => {
      const target = place.repo({ ...goModule('', 'top', 1), ...goModule('sub/', 'sub', 1) });
      put(target, {
        'go.mod':
          'module example.com/top\n\ngo 1.21\n\nrequire example.com/sub v0.0.0\n\nreplace example.com/sub => ./sub\n',
        'top.go': 'package top\n\nimport "example.com/sub"\n\nfunc One() int { return sub.One() }\n',
      });
      const { verdict } = await verdictOf(place, target);
      expect(verdict).toMatchObject({ status: 'pass', tests: { total: 2, passed: 2 } });
    },
    120_000,
  );
});
