import { describe, expect, test } from 'vitest';
import { detectRunner } from '../../src/languages/runs/detect.ts';
import { growsNoFasterThanSize } from '../support/growth.ts';
import { filesOf, tests } from './bare.ts';

async function related(content: Record<string, string>, ...changed: string[]): Promise<string[] | null | undefined> {
  const files = filesOf(content);
  return (await detectRunner(files, tests()))?.related(changed, files);
}

describe('tests related to a change in a workspace', () => {
  const manifest = (name: string) => `{"name": "${name}", "scripts": {"test": "node --test"}}`;
  const tree = {
    'package.json': '{"workspaces": ["packages/*"], "scripts": {"test": "npm test --workspaces"}}',
    'packages/a/package.json': manifest('@own/a'),
    'packages/a/lib/a.js': '',
    'packages/a/a.test.js': "import './lib/a.js';\n",
    'packages/b/package.json': manifest('@own/b'),
    'packages/b/b.js': "export * from '@own/a';\n",
    'packages/b/b.test.js': "import './b.js';\n",
    'packages/c/package.json': manifest('@own/c'),
    'packages/c/c.test.js': '',
  };
  test.each([
    [['packages/a/lib/a.js'], ['packages/a/a.test.js', 'packages/b/b.test.js']],
    [['packages/b/b.js'], ['packages/b/b.test.js']],
    [['package.json'], null],
  ])('%j: %j', async (changed, expected) => {
    expect(await related(tree, ...changed)).toEqual(expected);
  });
});

describe('tests related to a change in JavaScript', () => {
  const tree = {
    'package.json': '{"name": "own", "devDependencies": {"vitest": "3"}, "imports": {"#lib/*": "./src/lib/*.ts"}}',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, } // odd',
    'src/a.ts': "import { b } from './b.js';\n",
    'src/b.ts': 'export const b = 1;\n',
    'src/lib/c.ts': "export * from '@/b';\n",
    'src/alone.ts': '',
    'src/data.json': '{}',
    'src/a.test.ts': "import './a';\nvi.mock('../other/index.js');\n",
    'src/c.test.ts': "const c = require('#lib/c');\nconst d = await import('./data.json');\n",
    'other/index.js': '',
    'packages/x/package.json': '{"name": "@own/x"}',
    'packages/x/deep/file.js': '',
    'packages/y/y.test.js': "import x from '@own/x/anything';\n",
    'README.md': '',
  };
  test.each([
    [['src/b.ts'], ['src/a.test.ts', 'src/c.test.ts']],
    [['src/a.ts'], ['src/a.test.ts']],
    [['src/data.json', 'README.md'], ['src/c.test.ts']],
    [['other/index.js'], ['src/a.test.ts']],
    [['packages/x/deep/file.js'], ['packages/y/y.test.js']],
    [['src/a.test.ts'], ['src/a.test.ts']],
    [['README.md'], []],
    [['src/alone.ts'], null],
    [['src/b.ts', 'src/alone.ts'], null],
    [['package.json'], null],
  ])('%j: %j', async (changed, expected) => {
    expect(await related(tree, ...changed)).toEqual(expected);
  });

  test('a file that is gone is still what others import', async () => {
    const { 'src/b.ts': _, ...rest } = tree;
    expect(await related(rest, 'src/b.ts')).toEqual(['src/a.test.ts', 'src/c.test.ts']);
  });

  test('five thousand files are read in a time in proportion to them', async () => {
    const filler = `export function work(x: number): number {\n  return x + 1; // text\n}\n`.repeat(40);
    const readingOf = async (size: number) => {
      const many: Record<string, string> = { 'package.json': tree['package.json'] };
      const [own, tests] = [0.9 * size, 0.1 * size];
      for (let at = 0; at < own; at += 1) {
        const imports = [at + 1, at * 2 + 1, at + 100]
          .map((to) => `import { work as w${to} } from './m${to}.js';\n`)
          .join('');
        many[`src/m${at}.ts`] = `${imports}${filler}`;
      }
      for (let at = 0; at < tests; at += 1) many[`test/t${at}.test.ts`] = `import '../src/m${at * 9}';\n${filler}`;
      expect((await related(many, `src/m${own - 1}.ts`))?.length).toBe(tests);
    };
    await growsNoFasterThanSize(readingOf, 1250);
  });
});

describe('tests related to a change in Python', () => {
  const tree = {
    'src/pkg/__init__.py': '',
    'src/pkg/core.py': 'def f(): pass\n',
    'src/pkg/mid.py': 'from . import core\n',
    'src/pkg/sub/__init__.py': '',
    'src/pkg/sub/deep.py': 'from ..mid import (\n    x,\n)\n',
    'tests/conftest.py': 'import helpers\n',
    'tests/helpers.py': '',
    'tests/test_core.py': 'from pkg.core import f\n',
    'tests/test_deep.py': 'import os, pkg.sub.deep as d\n"""\nfrom pkg import nothing\n"""\n',
    'tests/unit/test_none.py': 'import json\n',
  };
  test.each([
    [['src/pkg/core.py'], ['tests/test_core.py', 'tests/test_deep.py']],
    [['src/pkg/mid.py'], ['tests/test_deep.py']],
    [['src/pkg/__init__.py'], ['tests/test_core.py', 'tests/test_deep.py']],
    [['tests/helpers.py'], ['tests/test_core.py', 'tests/test_deep.py', 'tests/unit/test_none.py']],
    [['tests/unit/test_none.py'], ['tests/unit/test_none.py']],
    [['setup.py'], null],
  ])('%j: %j', async (changed, expected) => {
    expect(await related(tree, ...changed)).toEqual(expected);
  });
});

describe('tests related to a change in a compiled language', () => {
  test('Go: those of the package, and of packages that import it', async () => {
    const tree = {
      'go.mod': 'module ex.com/m\n',
      'a/a.go': 'package a\n',
      'a/a_test.go': 'package a\n',
      'a/testdata/x.txt': '',
      'b/b.go': 'package b\n\nimport (\n\t"fmt"\n\n\t"ex.com/m/a"\n)\n',
      'b/b_test.go': 'package b\n',
      'c/c_test.go': 'package c\n\nimport "ex.com/m/b"\n',
      'd/d.go': 'package d\n',
      'd/d_test.go': 'package d\n',
    };
    expect(await related(tree, 'a/a.go')).toEqual(['a/a_test.go', 'b/b_test.go', 'c/c_test.go']);
    expect(await related(tree, 'a/testdata/x.txt')).toEqual(['a/a_test.go', 'b/b_test.go', 'c/c_test.go']);
    expect(await related(tree, 'd/d.go', 'c/c_test.go')).toEqual(['c/c_test.go', 'd/d_test.go']);
    expect(await related(tree, 'go.mod')).toBe(null);
  });

  test('Rust: those of the package, and of packages that depend on it', async () => {
    const tree = {
      'Cargo.toml': '[workspace]\nmembers = ["one", "two", "three"]\n',
      'one/Cargo.toml': '[package]\nname = "one-core"\n',
      'one/src/lib.rs': '',
      'one/tests/a.rs': '',
      'two/Cargo.toml': '[package]\nname = "two"\n[dev-dependencies]\none-core = { path = "../one" }\n',
      'two/src/main.rs': '',
      'three/Cargo.toml': '[package]\nname = "three"\n',
      'three/src/lib.rs': '',
    };
    expect(await related(tree, 'one/src/lib.rs')).toEqual(['one/src/lib.rs', 'one/tests/a.rs', 'two/src/main.rs']);
    expect(await related(tree, 'three/src/lib.rs')).toEqual(['three/src/lib.rs']);
    expect(await related(tree, 'one/tests/a.rs')).toEqual(['one/tests/a.rs']);
  });

  test('Java: those that name the class, in its package or through an import', async () => {
    const main = 'src/main/java/com/ex';
    const own = 'src/test/java/com/ex';
    const tree = {
      'pom.xml': '<project/>',
      [`${main}/Calc.java`]: 'package com.ex;\nclass Calc {}\n',
      [`${main}/util/Text.java`]: 'package com.ex.util;\nimport com.ex.Calc;\nclass Text { Calc c; }\n',
      [`${own}/CalcTest.java`]: 'package com.ex;\nclass CalcTest { Calc c; }\n',
      [`${own}/OtherTest.java`]: 'package com.ex;\nclass OtherTest {}\n',
      [`${own}/util/TextTest.java`]: 'package com.ex.util;\nclass TextTest { Text t; }\n',
    };
    expect(await related(tree, `${main}/Calc.java`)).toEqual([`${own}/CalcTest.java`, `${own}/util/TextTest.java`]);
    expect(await related(tree, `${main}/util/Text.java`)).toEqual([`${own}/util/TextTest.java`]);
  });
});
