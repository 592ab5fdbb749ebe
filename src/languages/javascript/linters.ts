import { type Linter, lintCommand, plainPath, type Raw, readLint } from '../checks/linters/linter.ts';
import { list, parseJson, record, text } from '../reports/values.ts';

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

export const eslint: Linter = {
  id: 'eslint',
  needs: [],
  takes: isScript,
  command: (paths) =>
    lintCommand(
      [['node', 'node_modules/eslint/bin/eslint.js']],
      ['--format', 'json', '--no-error-on-unmatched-pattern', ...paths.map(plainPath)],
    ),
  read: (result, mount_at) => readLint(result, mount_at, eslintReport),
};

/** A message without a rule is about the linter's own configuration, or about what does not parse. */
function eslintReport(report: string): Raw[] {
  return list(parseJson(report))
    .map(record)
    .flatMap(({ filePath, messages }) =>
      list(messages)
        .map(record)
        .map(({ line, ruleId, message }) => ({ path: filePath, line, rule: ruleId, message })),
    );
}

export const oxlint: Linter = {
  id: 'oxlint',
  needs: [],
  takes: isScript,
  command: (paths) =>
    lintCommand([['node', 'node_modules/oxlint/bin/oxlint']], ['--format', 'json', ...paths.map(plainPath)]),
  read: (result, mount_at) => readLint(result, mount_at, oxlintReport),
};

function oxlintReport(report: string): Raw[] {
  return list(record(parseJson(report)).diagnostics)
    .map(record)
    .map(({ filename, labels, code, message }) => {
      const line = record(record(list(labels)[0]).span).line;
      return { path: filename, line, rule: text(code).replace(/^eslint\((.*)\)$/, '$1'), message };
    });
}

/** Its JSON counts in bytes; what it writes for GitHub has lines. Ignore files of git are in no tree of ours. */
export const biome: Linter = {
  id: 'biome',
  needs: [],
  takes: (path) => isScript(path) || /\.(?:jsonc?|css|graphql)$/.test(path),
  command: (paths) =>
    lintCommand(
      [['node', 'node_modules/@biomejs/biome/bin/biome']],
      [
        ...['lint', '--reporter=github', '--vcs-enabled=false', '--no-errors-on-unmatched', '--max-diagnostics=200'],
        ...paths.map(plainPath),
      ],
    ),
  read: (result, mount_at) => readLint(result, mount_at, biomeReport),
};

function biomeReport(report: string): Raw[] {
  return [
    ...report.matchAll(/^::(?:error|warning|notice) title=(lint\/[^,\n]+),file=([^\n]+?),line=(\d+),[^\n]*?::(.*)$/gm),
  ].map(([, rule = '', path, line, message = '']) => ({
    path: decoded(path ?? ''),
    line,
    rule: rule.replace(/^lint\//, ''),
    message: decoded(message),
  }));
}

/** What a workflow command cannot hold is written as a byte's number. */
function decoded(value: string): string {
  const marks: Record<string, string> = { '%25': '%', '%0A': '\n', '%0D': '', '%3A': ':', '%2C': ',' };
  return value.replace(/%(?:25|0A|0D|3A|2C)/g, (mark) => marks[mark] ?? mark);
}
