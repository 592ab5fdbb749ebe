import { installVitest } from '../modules.ts';
import { type Dialect, withExpect } from '../themes/dialect.ts';

export const vitestDialect: Dialect = {
  runner: 'vitest',
  modules: 'esm',
  manifest: { devDependencies: { vitest: '^4.0.0' } },
  script: 'vitest run',
  pathOf: (name) => `test/${name}.test.js`,
  textOf: withExpect(["import { expect, test } from 'vitest';"]),
  install: installVitest,
};
