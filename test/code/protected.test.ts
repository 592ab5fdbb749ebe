import { describe, expect, test } from 'vitest';
import { isProtected, protectedKeysChanged } from '../../src/code/protected.ts';

const isTest = (path: string) => /\.test\.js$|test_.*\.py$/.test(path);

describe('the protected set', () => {
  test.each([
    'vitest.config.ts',
    'packages/a/vite.config.mjs',
    'jest.config.cjs',
    '.mocharc.yml',
    'pytest.ini',
    'tox.ini',
    'setup.cfg',
    'conftest.py',
    'tests/unit/conftest.py',
    'sitecustomize.py',
    'usercustomize.py',
    'evil.pth',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    'Makefile',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    'pnpm-lock.yaml',
    'poetry.lock',
    '.npmrc',
    '.yarnrc.yml',
    'node_modules/vitest/vitest.mjs',
    'packages/a/node_modules/.bin/x',
    '.venv/bin/python',
    'pytest.py',
    '_pytest/main.py',
    'vitest.js',
    'src/__snapshots__/a.test.js.snap',
    'src/__mocks__/fs.js',
    '.pawl/config.yaml',
    '.husky/pre-commit',
  ])('%s is protected, changed or added', (path) => {
    expect(isProtected(path, isTest, true)).toEqual({ rule: expect.stringMatching(/\w/) });
    expect(isProtected(path, isTest, false)).not.toBeNull();
  });

  test.each(['src/a.test.js', 'test_a.py', 'test/fixtures/data.csv', 'tests/helpers.py', 'src/__tests__/x.txt'])(
    '%s is protected where it exists, and free to add',
    (path) => {
      expect(isProtected(path, isTest, true)?.rule).toMatch(/^existing test/);
      expect(isProtected(path, isTest, false)).toBeNull();
    },
  );

  test('a module that the runner would load instead of its own is free only where it was before', () => {
    expect(isProtected('json.py', isTest, false)).toEqual({ rule: 'shadows the test runner' });
    expect(isProtected('json.py', isTest, true)).toBeNull();
    expect(isProtected('src/pkg/json.py', isTest, false)).toBeNull();
  });

  test.each([
    'src/a.js',
    'README.md',
    'package.json',
    'pyproject.toml',
    'src/latest/a.js',
    'docs/Makefile.md',
    'src/lock.ts',
  ])('%s is free', (path) => {
    expect(isProtected(path, isTest, true)).toBeNull();
    expect(isProtected(path, isTest, false)).toBeNull();
  });
});

describe('protected keys of package.json', () => {
  const json = (value: object) => JSON.stringify(value);
  const base = json({
    name: 'x',
    version: '1.0.0',
    scripts: { test: 'vitest', a: '1' },
    devDependencies: { vitest: '^4' },
  });
  const changed = (now: string | null, from: string | null = base) =>
    protectedKeysChanged('pkg/package.json', from, now);

  test('other keys, their order and the formatting may change', () => {
    expect(changed(base)).toEqual([]);
    const same = {
      devDependencies: { lodash: '1', vitest: '^4' },
      scripts: { a: '1', test: 'vitest' },
      version: '2.0.0',
    };
    expect(changed(JSON.stringify(same, null, 4))).toEqual([]);
  });

  test('each key that steers the tests is named', () => {
    const now = {
      scripts: { test: 'true' },
      type: 'module',
      vitest: {},
      imports: {},
      workspaces: [],
      devDependencies: {},
    };
    expect(changed(json(now))).toEqual([
      'devDependencies.vitest',
      'imports',
      'scripts',
      'type',
      'vitest',
      'workspaces',
    ]);
  });

  test('a file that comes or goes is compared with none', () => {
    expect(changed(json({ name: 'x' }), null)).toEqual([]);
    expect(changed(json({ scripts: {} }), null)).toEqual(['scripts']);
    expect(changed(null)).toEqual(['devDependencies.vitest', 'scripts']);
  });

  test('what does not parse counts as all of it', () => {
    for (const odd of ['{', '[]', '3', '{"scripts":{}}}']) expect(changed(odd)).toEqual(['(unparsable)']);
  });
});

describe('protected sections of pyproject.toml', () => {
  const base = `[project]
name = "x"
dependencies = [
  "a",
]

[tool.pytest.ini_options]
addopts = "-q"  # quiet
markers = [
  "slow",
  ["odd"],
]
testpaths = ["tests"]

[tool.ruff]
line-length = 100
`;
  const changed = (now: string | null, from: string | null = base) => protectedKeysChanged('pyproject.toml', from, now);

  test('other sections, comments and blank lines may change', () => {
    expect(changed(base.replace('"a",', '"a",\n  "b",').replace('100', '80'))).toEqual([]);
    expect(changed(base.replace('[tool.pytest', '# why\n\n[tool.pytest'))).toEqual([]);
  });

  test.each([
    [base.replace('-q', '-x'), ['tool.pytest.ini_options']],
    [base.replace('"slow"', '"fast"'), ['tool.pytest.ini_options']],
    [base.replace('["tests"]', '["none"]'), ['tool.pytest.ini_options']],
    [`${base}[build-system]\nrequires = ["x"]\n`, ['build-system']],
    [`${base}[ tool . "coverage" . run ]\nomit = ["*"]\n`, ['tool.coverage.run']],
    [`tool.pytest.ini_options.addopts = [\n  "-x",\n]\n${base}`, ['tool.pytest.ini_options.addopts']],
    [`tool = { pytest = { ini_options = {} } }\n${base}`, ['tool']],
    [`${base}[tool]\ncoverage = { run = {} }\n`, ['tool.coverage']],
    [`${base}[tool."p\\u0079test".ini_options]\naddopts = "-x"\n`, ['(unparsable)']],
    [`${base}text = """\nnever closed\n`, ['(unparsable)']],
    [`${base}[tool.pytest\n`, ['(unparsable)']],
  ])('a change of what steers the tests is named (%#)', (now, names) => {
    expect(changed(now)).toEqual(names);
  });

  test('text that looks like a section is not one', () => {
    const text = (word: string) => `[tool.x]\na = """\n[tool.pytest.ini_options]\nb = "${word}"\n"""\n`;
    expect(changed(text('one'), text('two'))).toEqual([]);
  });

  test('other files have no protected keys', () => {
    expect(protectedKeysChanged('other.toml', '[tool.pytest]', '')).toEqual([]);
  });
});
