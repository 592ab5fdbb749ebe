import { describe, expect, test } from 'vitest';
import { foldedTwins } from '../../../src/code/odd-names.ts';
import {
  governsExisting,
  isManifest,
  protectedKeysChanged,
} from '../../../src/languages/judging/protection/manifests.ts';
import { isProtected } from '../../../src/languages/judging/protection/protected.ts';
import { findShadows } from '../../../src/languages/judging/shadows.ts';

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
    'shop.egg-info/entry_points.txt',
    'lib/shop-1.0.dist-info/METADATA',
    '.cargo/config.toml',
    'crates/a/.cargo/config',
    'rust-toolchain.toml',
    '.mvn/jvm.config',
    '.mvn/wrapper/maven-wrapper.properties',
    'go.work',
    'go.work.sum',
    'deno.jsonc',
  ])('%s is protected, changed or added', (path) => {
    expect(isProtected(path, isTest, true)).toEqual({ rule: expect.stringMatching(/\w/) });
    expect(isProtected(path, isTest, false)).not.toBeNull();
  });

  test.each([
    'CONFTEST.PY',
    'Conftest.py',
    'SiteCustomize.py',
    'JEST.CONFIG.JS',
    'gnumakefile',
    'MAKEFILE',
    'Node_Modules/x/index.js',
    '.NPMRC',
    '.GitHub/workflows/ci.yml',
    'ｃonftest.py',
    'con\u200bftest.py',
    'conft\u00adest.py',
    'tests/ﬁrst/conftest.py',
  ])('%s is found by its name, however it is spelled', (path) => {
    expect(isProtected(path, isTest, false)?.rule).not.toBe('a name that some file systems fold');
    expect(isProtected(path, isTest, false)).not.toBeNull();
  });

  test.each([
    'postcss.config.mjs',
    '.postcssrc.json',
    '.env',
    '.env.test',
    'packages/a/.env.local',
    'test/mocha.opts',
    'spec/support/jasmine.json',
    'bunfig.toml',
    'import_map.json',
    'setup.py',
    'crates/a/build.rs',
    '.config/nextest.toml',
    'lib/x.syso',
    'src/test/resources/junit-platform.properties',
    'src/main/resources/META-INF/services/org.junit.jupiter.api.extension.Extension',
    'src/main/resources/META-INF/services/javax.annotation.processing.Processor',
    'src/test/resources/mockito-extensions/org.mockito.plugins.MockMaker',
    'mvnw',
    'build.gradle.kts',
    'settings.gradle',
    'gradle.properties',
    'gradle/wrapper/gradle-wrapper.properties',
    'buildSrc/src/main/java/X.java',
    '.pdbrc',
    'nose2.cfg',
    'tox.toml',
    '.python-version',
    'gradle.lockfile',
    '.rspec',
  ])('%s loads itself: it is protected, changed or added', (path) => {
    expect(isProtected(path, isTest, true)).not.toBeNull();
    expect(isProtected(path, isTest, false)).not.toBeNull();
  });

  test.each([
    '.env.example',
    'config/.env.sample',
    'tests/fixtures/demo/setup.py',
    'testdata/crate/build.rs',
    'src/main/resources/META-INF/services/com.shop.Plugin',
    'src/build.ts',
    'scripts/build',
    'vendor/chart.js',
    'tailwind.config.js',
    'next.config.mjs',
    'src/env.ts',
    'src/gradle.ts',
    'docs/setup.md',
    'src/postcss.ts',
    '.browserslistrc',
    '.nvmrc',
    'logback.xml',
    'docs/Über uns.md',
    'src/ｍoney①測試.ts',
    'a/.hidden/x.js',
  ])('%s may be added', (path) => {
    expect(isProtected(path, isTest, false)).toBeNull();
  });

  test.each([
    'src/money.js ',
    'src/money.js.',
    'src /money.js',
    'src/mon\u200dey.js',
    'src/mone\u0301y.js',
    'src/ｍoney.js',
    'src\\money.js',
    'src/money.js::$DATA',
    'src/\u202egnp.js',
  ])('%j cannot be added: another name may be meant', (path) => {
    expect(isProtected(path, isTest, false)).toEqual({ rule: 'a name that some file systems fold' });
    expect(isProtected(path, isTest, true)).toBeNull();
  });

  test('a name that differs from another in its case alone is told', () => {
    const all = ['src/money.js', 'src/Money.js', 'src/cart.js', 'docs/CART.js'];
    expect(foldedTwins(['src/Money.js', 'src/cart.js'], all)).toEqual([
      { file: 'src/Money.js', rule: 'a name that some file systems fold: src/money.js' },
    ]);
  });

  test.each(['src/a.test.js', 'test_a.py', 'test/fixtures/data.csv', 'tests/helpers.py', 'src/__tests__/x.txt'])(
    '%s is protected where it exists, and free to add',
    (path) => {
      expect(isProtected(path, isTest, true)?.rule).toMatch(/^existing test/);
      expect(isProtected(path, isTest, false)).toBeNull();
    },
  );

  test('a manifest right above existing tests says how they load: it cannot be added', () => {
    expect(isProtected('test/package.json', isTest, false)).toEqual({ rule: 'changes how existing tests load' });
    expect(isProtected('test/fixtures/pkg/package.json', isTest, false)).toBeNull();
    expect(isProtected('packages/new/package.json', isTest, false)).toBeNull();
  });

  test('a module that the runner would load instead of its own is free only where it was before', () => {
    expect(isProtected('json.py', isTest, false)).toEqual({ rule: 'shadows the test runner' });
    expect(isProtected('json.py', isTest, true)).toBeNull();
    expect(isProtected('src/pkg/json.py', isTest, false)).toBeNull();
    for (const path of [
      'tests/json.py',
      'a/test/re.pyc',
      'decimal.cpython-311-x86_64-linux-gnu.so',
      'pygments/__init__.py',
    ])
      expect(isProtected(path, isTest, false)).toEqual({ rule: 'shadows the test runner' });
  });

  test('a module beside tests does not stand in for one of the product', async () => {
    const base = new Set([
      'shop/money.py',
      'shop/__init__.py',
      'src/lib.py',
      'pkg/a/app/x.py',
      'unit/tests/__init__.py',
      'tests/test_a.py',
      'tests/deep/test_a.py',
      'pkg/a/tests/test_b.py',
      'unit/tests/test_c.py',
    ]);
    const files = (paths: Iterable<string>) => ({ paths: [...paths], read: async () => '' });
    const shadows = async (path: string) => {
      const additions = {
        added: [path],
        base: files(base),
        candidate: files([...base, path]),
        isTest,
        runner: 'pytest',
      };
      return (await findShadows(additions)).length > 0;
    };
    for (const path of ['tests/shop/money.py', 'tests/shop/__init__.py', 'tests/deep/lib.py', 'pkg/a/tests/app/x.py'])
      expect([path, await shadows(path)]).toEqual([path, true]);
    for (const path of ['tests/helpers.py', 'tests/shop/test_money.py', 'shop/other.py', 'unit/tests/shop/money.py'])
      expect([path, await shadows(path)]).toEqual([path, false]);
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

  test('a manifest that is new steers by what makes a package of its folder', () => {
    const now = json({
      name: 'x',
      type: 'module',
      imports: {},
      exports: './x.js',
      jest: {},
      main: 'x.js',
      version: '1',
    });
    expect(changed(now, null)).toEqual(['exports', 'imports', 'jest', 'main', 'type']);
    expect(changed(json({ name: 'x', version: '1', main: 'x.js', exports: {} }), json({ name: 'x' }))).toEqual([]);
    expect(protectedKeysChanged('a/Cargo.toml', null, '[package]\nname = "a"\n')).toEqual(['package']);
    expect(protectedKeysChanged('a/go.mod', null, 'module a\n\ngo 1.22\n')).toEqual(['go', 'module']);
    expect(protectedKeysChanged('a/pom.xml', null, '<project><packaging>pom</packaging></project>')).toEqual([
      'packaging',
    ]);
    expect(protectedKeysChanged('pyproject.toml', null, '[project]\nname = "x"\n')).toEqual([]);
  });

  test('and it does so only for what was there before, below it and below no nearer one', () => {
    const before = ['src/a.js', 'packages/a/package.json', 'packages/a/x.js'];
    expect(governsExisting('src/package.json', before)).toBe(true);
    expect(governsExisting('package.json', before)).toBe(true);
    expect(governsExisting('packages/package.json', before)).toBe(false);
    expect(governsExisting('packages/b/package.json', before)).toBe(false);
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
    expect(changed(`${base}[tool.pytest]\n`)).toEqual([]);
  });

  test.each([
    [base.replace('-q', '-x'), ['tool.pytest.ini_options']],
    [base.replace('"slow"', '"fast"'), ['tool.pytest.ini_options']],
    [base.replace('["tests"]', '["none"]'), ['tool.pytest.ini_options']],
    [`${base}[build-system]\nrequires = ["x"]\n`, ['build-system']],
    [`${base}[ tool . "coverage" . run ]\nomit = ["*"]\n`, ['tool.coverage.run']],
    [`tool.pytest.ini_options.addopts = [\n  "-x",\n]\n${base}`, ['(unparsable)']],
    [`tool = { pytest = { ini_options = {} } }\n${base}`, ['(unparsable)']],
    [base.replace('tool.pytest.ini_options', 'tool."pytest.ini_options"'), ['tool.pytest.ini_options']],
    [`${base}[tool.tox]\n`, ['tool.tox']],
    [`${base}[${'a.'.repeat(20_000)}a]\n`, ['(unparsable)']],
    [`${base}[tool]\ncoverage = { run = {} }\n`, ['tool.coverage']],
    [`${base}[tool."p\\u0079test".ini_options]\naddopts = "-x"\n`, ['(unparsable)']],
    [`${base}[project.entry-points.pytest11]\nx = "x"\n`, ['project.entry-points.pytest11']],
    [`${base}[project.entry-points]\npytest11 = { x = "x" }\n`, ['project.entry-points.pytest11']],
    [`${base}[tool.uv.sources]\nx = { path = "x" }\n`, ['tool.uv.sources.x']],
    [`${base}text = """\nnever closed\n`, ['(unparsable)']],
    [`${base}[tool.pytest\n`, ['(unparsable)']],
  ])('a change of what steers the tests is named (%#)', (now, names) => {
    expect(changed(now)).toEqual(names);
  });

  test('however it is written', () => {
    expect(changed('tool.pytest.ini_options.addopts = "-x"\n', '')).toEqual(['tool.pytest.ini_options']);
    expect(changed('tool = { pytest = { ini_options = { a = 1 } } }\n', '')).toEqual(['tool.pytest.ini_options']);
    expect(changed(base.replace('"-q"  # quiet', "'-q' # why").replace('"slow",\n', '"slow", '))).toEqual([]);
  });

  test('plugins of other programs may be registered', () => {
    expect(changed(`${base}[project.entry-points]\n"shop.plugins" = { x = "x" }\n`)).toEqual([]);
    expect(changed(`${base}[project.entry-points."shop.plugins"]\nx = "x"\n`)).toEqual([]);
  });

  test('text that looks like a section is not one', () => {
    const text = (word: string) => `[tool.x]\na = """\n[tool.pytest.ini_options]\nb = "${word}"\n"""\n`;
    expect(changed(text('one'), text('two'))).toEqual([]);
  });

  test('other files have no protected keys', () => {
    expect(protectedKeysChanged('other.toml', '[tool.pytest]', '')).toEqual([]);
  });
});

describe('protected parts of other manifests', () => {
  test('they are known by name', () => {
    for (const name of ['package.json', 'a/pyproject.toml', 'Cargo.toml', 'a/b/pom.xml', 'go.mod'])
      expect(isManifest(name)).toBe(true);
    for (const name of ['composer.json', 'Cargo.toml.md', 'go.mod/x']) expect(isManifest(name)).toBe(false);
  });

  const cargo = `[package]
name = "x"
version = "0.1.0"

[dependencies]
serde = "1"

[dev-dependencies]
proptest = "1"

[[test]]
name = "all"
path = "tests/all.rs"
`;
  test.each([
    [cargo.replace('0.1.0', '0.2.0').replace('serde = "1"', 'serde = "2"'), []],
    [`${cargo}\n[features]\nfast = []\n`, []],
    [cargo.replace('proptest = "1"', 'proptest = "2"'), ['dev-dependencies']],
    [cargo.replace('tests/all.rs', 'tests/none.rs'), ['test']],
    [`${cargo}\n[lib]\nname = "x"\ntest = false\n`, ['lib.test']],
    [`${cargo}\n[profile.test]\ndebug-assertions = false\n`, ['profile.test']],
    [`${cargo}\n[patch.crates-io]\nserde = { path = "x" }\n`, ['patch.crates-io.serde']],
    [cargo.replace('version =', 'autotests = false\nversion ='), ['package.autotests']],
    [`${cargo}\n[target.'cfg(unix)'.dev-dependencies]\na = "1"\n`, ['target.cfg(unix).dev-dependencies']],
    [`${cargo}\n[[bin]]\nname = "a"\ntest = false\n`, ['bin.test']],
  ])('of Cargo.toml (%#)', (now, names) => {
    expect(protectedKeysChanged('Cargo.toml', cargo, now)).toEqual(names);
  });

  test('of the binaries of Cargo.toml, each on its own', () => {
    const bins = (one: boolean, two: boolean) =>
      `[[bin]]\nname = "a"\ntest = ${one}\n[[bin]]\nname = "b"\ntest = ${two}\n`;
    expect(protectedKeysChanged('Cargo.toml', bins(true, false), bins(false, true))).toEqual(['bin.test']);
  });

  const pom = `<project>
  <version>1</version>
  <properties><java.version>17</java.version></properties>
  <dependencies>
    <dependency><groupId>a</groupId><artifactId>b</artifactId><version>1</version></dependency>
    <dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency>
  </dependencies>
  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId></plugin></plugins></build>
</project>
`;
  test.each([
    [pom.replace('<version>1</version>\n', '<version>2</version>\n').replace('17', '21'), []],
    [pom.replace('<project>', '<!-- <build>x</build> -->\n<project>'), []],
    [pom.replace('<java', '<skipTests>true</skipTests><java'), ['properties.skipTests']],
    [
      pom.replace('<java', '<maven.test.failure.ignore>true</maven.test.failure.ignore><java'),
      ['properties.maven.test.failure.ignore'],
    ],
    [
      pom.replace('</plugin>', '<configuration><skip>true</skip></configuration></plugin>'),
      ['build', 'properties.skip'],
    ],
    [pom.replace('<scope>test', '<version>3</version><scope>test'), ['dependencies (test)']],
    [pom.replace('</project>', '<profiles><profile/></profiles></project>'), ['profiles']],
    [`<!DOCTYPE x [<!ENTITY b "build">]>${pom}`, ['(unparsable)']],
  ])('of pom.xml (%#)', (now, names) => {
    expect(protectedKeysChanged('pom.xml', pom, now)).toEqual(names);
  });

  const mod = 'module example.test/x\n\ngo 1.22\n\nrequire (\n\ta.test/b v1.0.0 // indirect\n)\n';
  test.each([
    [mod.replace('v1.0.0', 'v1.1.0'), []],
    [`// why\n${mod}`, []],
    [`${mod}replace a.test/b => ./fake\n`, ['replace']],
    [`${mod}replace (\n\ta.test/b => ./fake\n)\n`, ['replace']],
    [mod.replace('1.22', '1.20'), ['go']],
    [`${mod}replace (\n`, ['(unparsable)']],
  ])('of go.mod (%#)', (now, names) => {
    expect(protectedKeysChanged('go.mod', mod, now)).toEqual(names);
  });
});
