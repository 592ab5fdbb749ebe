import { type Linter, lintCommand, readLint } from '../checks/linters/linter.ts';

/**
 * TypeScript's own compiler, on the whole project, as its tsconfig.json says. Declarations of others are read and not
 * checked, which takes most of the time: what is wrong in them is no warning of ours.
 */
export const tsc: Linter = {
  id: 'tsc',
  needs: [],
  takes: (path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path),
  command: () =>
    lintCommand(
      [['node', 'node_modules/typescript/bin/tsc']],
      ['--noEmit', '--skipLibCheck', '--pretty', 'false', '--project', '.'],
    ),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      [...report.matchAll(diagnostic)].map(([, path, line, rule, message]) => ({ path, line, rule, message })),
    ),
};

const diagnostic = /^([^\s(][^\n(]*)\((\d+),\d+\): error (TS\d+): (.*)$/gm;

/** What it refused where it is the project's own build. */
export const refusedByTsc = (output: string) =>
  [...output.matchAll(diagnostic)].map(([, path = '', line, rule, message]) => ({
    path,
    line: Number(line),
    message: `${message} [${rule}]`,
  }));
