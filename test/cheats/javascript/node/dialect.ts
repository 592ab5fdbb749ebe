import { type Dialect, withAssert } from '../themes/dialect.ts';

export const nodeDialect: Dialect = {
  runner: 'node:test',
  modules: 'esm',
  manifest: {},
  script: 'node --test',
  pathOf: (name) => `test/${name}.test.js`,
  textOf: withAssert(["import { test } from 'node:test';"], 'test'),
};
