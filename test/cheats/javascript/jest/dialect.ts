import { installJest } from '../modules.ts';
import { type Dialect, withExpect } from '../themes/dialect.ts';

export const jestDialect: Dialect = {
  runner: 'jest',
  modules: 'cjs',
  manifest: { devDependencies: { jest: '^30.0.0' }, jest: { transform: {} } },
  script: 'jest',
  pathOf: (name) => `test/${name}.test.js`,
  textOf: withExpect([]),
  install: installJest,
};
