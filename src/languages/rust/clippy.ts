import { type Linter, lintCommand, type Raw, readLint } from '../checks/linters/linter.ts';
import { list, parseJson, record } from '../reports/values.ts';

export const clippy: Linter = {
  id: 'clippy',
  needs: ['rust'],
  takes: (path) => path.endsWith('.rs'),
  command: () =>
    lintCommand([['cargo']], ['clippy', '--offline', '--quiet', '--workspace', '--message-format=json'], {
      env: { CARGO_TERM_COLOR: 'never' },
    }),
  read: (result, mount_at) => readLint(result, mount_at, clippyReport),
};

function clippyReport(report: string): Raw[] {
  return report
    .split('\n')
    .filter((line) => line.startsWith('{"reason":"compiler-message"'))
    .map((line) => record(record(parseJson(line)).message))
    .map(({ spans, code, message }) => {
      const span = record(list(spans).find((one) => record(one).is_primary === true));
      return { path: span.file_name, line: span.line_start, rule: record(code).code, message };
    });
}
