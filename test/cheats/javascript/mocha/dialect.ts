import { installMocha } from '../modules.ts';
import { type Dialect, withAssert } from '../themes/dialect.ts';

export const mochaDialect: Dialect = {
  runner: 'mocha',
  modules: 'esm',
  manifest: { devDependencies: { mocha: '^12.0.0' } },
  script: 'mocha',
  pathOf: (name) => `test/${name}.test.js`,
  textOf: withAssert([], 'it'),
  install: installMocha,
};
