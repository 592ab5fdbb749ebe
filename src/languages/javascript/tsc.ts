import { type Linter, lintCommand, readLint } from '../checks/linters/linter.ts';

/** TypeScript's own compiler, on the whole project, as its tsconfig.json says. */
export const tsc: Linter = {
  id: 'tsc',
  needs: [],
  takes: (path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path),
  command: () =>
    lintCommand([['node', 'node_modules/typescript/bin/tsc']], ['--noEmit', '--pretty', 'false', '--project', '.']),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      [...report.matchAll(/^([^\s(][^\n(]*)\((\d+),\d+\): error (TS\d+): (.*)$/gm)].map(
        ([, path, line, rule, message]) => ({ path, line, rule, message }),
      ),
    ),
};
