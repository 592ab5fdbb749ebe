import { describe, expect, test } from 'vitest';
import {
  type Case,
  compiled,
  demanding,
  go,
  installed,
  java,
  javascript,
  packed,
  python,
  rust,
  script,
  shadowsOf,
  vitest,
} from './stage.ts';

describe('a new module whose name is free', () => {
  const cases: [string, Case][] = [
    ['a module', { base: python, change: { 'prices.py': '' } }],
    ['one that is named like a standard module, inside a package', { base: python, change: { 'shop/types.py': '' } }],
    ['a queue inside a package of src', { base: installed, change: { 'src/shop/queue.py': '' } }],
    ['utilities inside a package', { base: python, change: { 'shop/utils/__init__.py': '' } }],
    ['a helper of tests', { base: python, change: { 'tests/helpers.py': '' } }],
    ['a test of a standard name', { base: python, change: { 'tests/test_json.py': '' } }],
    ['a test of a module', { base: python, change: { 'tests/shop/test_cart.py': '' } }],
    ['a standard name inside tests that are a package', { base: packed, change: { 'tests/types.py': '' } }],
    ['a name of the product inside tests that are a package', { base: packed, change: { 'tests/money.py': '' } }],
    ['a module that becomes a package', { base: python, change: { 'money.py': null, 'money/__init__.py': '' } }],
    [
      'a package that moves to src',
      {
        base: python,
        change: { 'shop/__init__.py': null, 'shop/cart.py': null, 'src/shop/__init__.py': '', 'src/shop/cart.py': '' },
      },
    ],
    ['an __init__ of a new package', { base: python, change: { 'store/__init__.py': '', 'store/code.py': '' } }],
    [
      'an __init__ of new tests',
      { base: python, change: { 'tests/unit/__init__.py': '', 'tests/unit/test_x.py': '' } },
    ],
    ['types of a module', { base: python, change: { 'money.pyi': '' } }],
    [
      'a sibling package with the same file names',
      { base: { 'a/lib/x.py': '', 'a/tests/test_x.py': '' }, change: { 'b/lib/x.py': '' } },
    ],
    [
      'helpers of another package',
      {
        base: { 'a/tests/helpers.py': '', 'a/tests/test_a.py': '', 'b/tests/test_b.py': '' },
        change: { 'b/tests/helpers.py': '' },
      },
    ],
    ['a script of the same name elsewhere', { base: script, change: { 'examples/json.py': '' } }],
    ['a plugin named after a dependency, in a package', { base: demanding, change: { 'shop/requests.py': '' } }],
    [
      'the package of a project that is itself a dependency',
      {
        base: { 'src/requests/__init__.py': '', 'requirements.txt': 'requests\n' },
        change: { 'src/requests/api.py': '' },
      },
    ],
    ['data beside a module', { base: javascript, change: { 'src/money.json': '{}' } }],
    ['types beside a module', { base: javascript, change: { 'src/money.d.ts': '' } }],
    [
      'another build beside a module, with Node',
      { base: javascript, change: { 'src/money.mjs': '', 'src/money.cjs': '' } },
    ],
    ['a folder beside a module', { base: javascript, change: { 'src/money/index.js': '', 'src/money/coins.js': '' } }],
    ['a module that becomes TypeScript', { base: vitest, change: { 'src/exact.js': null, 'src/exact.ts': '' } }],
    ['a file that becomes a folder', { base: javascript, change: { 'src/money.js': null, 'src/money/index.js': '' } }],
    ['a test beside a module', { base: vitest, change: { 'src/money.spec.ts': '', 'src/exact.test.js': '' } }],
    ['a file over one that everybody names by its ending', { base: vitest, change: { 'src/exact.mjs': '' } }],
    ['a module named like one of Node', { base: javascript, change: { 'src/events.js': '', 'src/path.js': '' } }],
    ['a module named like one of Node that nobody imports', { base: compiled, change: { 'src/stream.ts': '' } }],
    ['a module named like a dependency, in a folder', { base: javascript, change: { 'src/lodash.js': '' } }],
    [
      'a manifest without a name of others',
      { base: javascript, change: { 'packages/x/package.json': '{ "name": "x", "main": "x.js" }' } },
    ],
    [
      'a manifest that only says how a folder loads',
      { base: javascript, change: { 'src/esm/package.json': '{ "type": "module" }' } },
    ],
    ['a program without an ending', { base: javascript, change: { 'bin/shop': '#!/usr/bin/env node' } }],
    ['a vendored asset', { base: javascript, change: { 'vendor/chart.js': '' } }],
    [
      'a class',
      { base: java, change: { 'src/main/java/com/shop/Cart.java': 'package com.shop; class Cart { class Money {} }' } },
    ],
    [
      'a class of the same name in another package',
      { base: java, change: { 'src/main/java/com/shop/eu/Money.java': 'package com.shop.eu; class Money {}' } },
    ],
    [
      'a class that moves',
      {
        base: java,
        change: {
          'src/main/java/com/shop/Money.java': null,
          'src/main/kotlin/com/shop/Money.kt': 'package com.shop\nclass Money',
        },
      },
    ],
    [
      'a class of another module',
      { base: java, change: { 'core/src/main/java/com/shop/Money.java': 'package com.shop; class Money {}' } },
    ],
    [
      'words about classes',
      {
        base: java,
        change: {
          'src/main/java/com/shop/Note.java':
            'package com.shop; // class Math {}\nclass Note { String a = "class Money {}"; }',
        },
      },
    ],
    ['a file for a system', { base: go, change: { 'money_linux.go': 'package shop\n' } }],
    [
      'a helper that older Go lacks',
      {
        base: go,
        change: {
          'more.go':
            'package shop\n\nfunc min(a, b int) int { return a }\n\nfunc lenOf() int { len := 3; return len }\n',
        },
      },
    ],
    [
      'a module in a new folder',
      { base: go, change: { 'tools/go.mod': 'module tools\n', 'tools/main.go': 'package main\n' } },
    ],
    [
      'a vendored file of a project that vendors',
      { base: { ...go, 'vendor/modules.txt': '' }, change: { 'vendor/x/x.go': 'package x\n' } },
    ],
    [
      'a module of a crate',
      {
        base: rust,
        change: { 'src/cart.rs': 'macro_rules! price { () => { 3 } }', 'src/bin/shop.rs': 'fn main() {}' },
      },
    ],
    ['a new crate', { base: rust, change: { 'crates/b/Cargo.toml': '', 'crates/b/src/lib.rs': '' } }],
  ];
  test.each(cases)('is taken: %s', async (_, change) => {
    expect(await shadowsOf(change)).toEqual({});
  });
});
