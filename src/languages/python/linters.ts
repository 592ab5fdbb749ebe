import { type Linter, lintCommand, plainPath, readLint } from '../checks/linters/linter.ts';
import { list, parseJson, record } from '../reports/values.ts';

const isPython = (path: string): boolean => /\.pyi?$/.test(path);

export const ruff: Linter = {
  id: 'ruff',
  needs: ['python'],
  takes: isPython,
  command: (paths) =>
    lintCommand(
      [['.venv/bin/ruff'], ['venv/bin/ruff'], ['ruff']],
      ['check', '--output-format', 'json', '--no-cache', '--no-fix', '--force-exclude', ...paths.map(plainPath)],
    ),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      list(parseJson(report))
        .map(record)
        .map(({ filename, location, code, message }) => ({
          path: filename,
          line: record(location).row,
          rule: code,
          message,
        })),
    ),
};

export const flake8: Linter = {
  id: 'flake8',
  needs: ['python'],
  takes: (path) => path.endsWith('.py'),
  command: (paths) =>
    lintCommand(
      [['.venv/bin/python'], ['venv/bin/python'], ['python3']],
      ['-m', 'flake8', '--format=%(path)s:%(row)d:%(code)s:%(text)s', ...paths.map(plainPath)],
    ),
  read: (result, mount_at) =>
    readLint(result, mount_at, (report) =>
      [...report.matchAll(/^([^\n]+?):(\d+):([A-Z]+\d+):(.*)$/gm)].map(([, path, line, rule, message]) => ({
        path,
        line,
        rule,
        message,
      })),
    ),
};
