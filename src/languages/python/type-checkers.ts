import { type Linter, lintCommand, plainPath, readLint } from '../checks/linters/linter.ts';
import { list, parseJson, record } from '../reports/values.ts';

const isPython = (path: string): boolean => path.endsWith('.py');

export const mypy: Linter = {
  id: 'mypy',
  needs: ['python'],
  takes: isPython,
  command: (paths) =>
    lintCommand(
      [['.venv/bin/mypy'], ['venv/bin/mypy'], ['mypy']],
      [
        ...['--no-color-output', '--no-error-summary', '--show-error-codes', '--no-pretty', '--hide-error-context'],
        ...['--cache-dir=/dev/null', ...paths.map(plainPath)],
      ],
    ),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      [...report.matchAll(/^([^\n:]+):(\d+)(?::\d+)?: error: (.*?) {2}\[([\w-]+)\]$/gm)].map(
        ([, path, line, message, rule]) => ({ path, line, rule, message }),
      ),
    ),
};

export const pyright: Linter = {
  id: 'pyright',
  needs: ['python'],
  takes: isPython,
  command: (paths) =>
    lintCommand([['.venv/bin/pyright'], ['venv/bin/pyright'], ['pyright']], ['--outputjson', ...paths.map(plainPath)]),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      list(record(parseJson(report)).generalDiagnostics)
        .map(record)
        .filter(({ severity }) => severity === 'error')
        .map(({ file, rule, message, range }) => ({
          path: file,
          // It counts from 0.
          line: Number(record(record(range).start).line) + 1,
          rule,
          message,
        })),
    ),
};
