import { findShadows } from '../../../src/languages/judging/shadows.ts';
import { filesOf } from '../bare.ts';

export interface Case {
  base: Record<string, string>;
  /** What the change writes; null where it removes a file of base. */
  change: Record<string, string | null>;
  runner?: string;
}

const isTest = (path: string) => /\.test\.[cm]?[jt]sx?$|(?:^|\/)test_\w+\.py$|_test\.go$|Test\.java$/.test(path);

export async function shadowsOf({ base, change, runner }: Case): Promise<Record<string, string>> {
  const merged = { ...base, ...change };
  const now = Object.fromEntries(
    Object.entries(merged).flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
  const added = Object.keys(now).filter((path) => !(path in base));
  const found = await findShadows({
    added,
    base: filesOf(base),
    candidate: filesOf(now),
    isTest,
    ...(runner !== undefined && { runner }),
  });
  return Object.fromEntries(found.map(({ file, rule }) => [file, rule]));
}

export const python = {
  'money.py': 'x',
  'tests/test_money.py': 'import money',
  'shop/__init__.py': '',
  'shop/cart.py': '',
};
export const installed = {
  'src/shop/__init__.py': '',
  'src/shop/cart.py': '',
  'tests/test_cart.py': 'import shop.cart',
};
export const packed = { ...python, 'tests/__init__.py': '' };
export const demanding = { ...python, 'requirements.txt': 'requests>=2\npyyaml==6\n' };
export const script = {
  'tools/run.py': 'import json',
  'tests/test_run.py': "run(['python', 'tools/run.py'])",
  'helper.py': '',
};
export const javascript = {
  'package.json': '{ "main": "./index", "scripts": { "test": "node --test" }, "dependencies": { "lodash": "4" } }',
  'index.js': "module.exports = require('./src/money');",
  'src/money.js': 'exports.add = 1;',
  'src/cart/index.js': "require('../money');",
  'test/money.test.js': "require('../src/money'); require('../src/cart');",
};
export const vitest = {
  'package.json': '{ "devDependencies": { "vitest": "4" } }',
  'src/money.ts': 'export const add = 1;',
  'src/exact.js': 'export const one = 1;',
  'src/money.test.ts': "import { add } from './money'; import { one } from './exact.js';",
};
export const jest = {
  'package.json':
    '{ "devDependencies": { "jest": "30", "left-pad": "1" }, "jest": { "moduleDirectories": ["node_modules", "shared"] } }',
  'src/money.ts': '',
  'src/money.test.ts': "import { add } from './money';",
};
export const compiled = {
  'package.json': '{ "devDependencies": { "tsx": "4" }, "dependencies": { "zod": "4" } }',
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": "./src" } }',
  'src/money.js': 'export const add = 1;',
  'src/money.test.js':
    "import { add } from './money.js'; import { readFile } from 'fs/promises'; import EventEmitter from 'events';",
};
export const java = {
  'pom.xml':
    '<project><groupId>com.shop</groupId><dependencies><dependency><groupId>org.joda</groupId></dependency></dependencies></project>',
  'src/main/java/com/shop/Money.java': 'package com.shop; public class Money {}',
  'src/test/java/com/shop/MoneyTest.java': 'package com.shop; class MoneyTest {}',
};
export const go = {
  'go.mod': 'module shop\n',
  'money.go': 'package shop\n',
  'money_test.go': 'package shop\n',
  'sub/sub.go': 'package sub\n',
};
export const rust = {
  'Cargo.toml': '[package]\nname = "shop"\n',
  'src/lib.rs': 'mod money;',
  'src/money.rs': '',
  'crates/a/src/lib.rs': '',
};
