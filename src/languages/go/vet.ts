import { type Linter, lintCommand, type Raw, readLint } from '../checks/linters/linter.ts';
import { list, parseJson, record, text } from '../reports/values.ts';
import { buildCache, cacheFile, useBuildCache } from './runners/build-cache.ts';

/** Go's own checks, more of them than a test run makes. An older Go writes them to its standard error. */
export const goVet: Linter = {
  id: 'go vet',
  needs: ['go'],
  takes: (path) => path.endsWith('.go') && !/(?:^|\/)(?:vendor|testdata)\//.test(path),
  command: (paths) => {
    const folders = new Set(paths.map((path) => `./${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`));
    return lintCommand([['go']], ['vet', '-json', ...folders], {
      provide: { [cacheFile]: buildCache },
      first: useBuildCache,
    });
  },
  read: (result, mount_at) => readLint(result, mount_at, vetReport),
};

/** One JSON value for each package: `{ "package": { "check": [{ "posn": "/path/file.go:3:5", "message": "" }] } }`. */
function vetReport(report: string): Raw[] {
  const values = report.split(/^(?=\{$)/m).map((part) => record(parseJson(part.replace(/^#.*$/gm, ''))));
  return values
    .flatMap((packages) => Object.values(packages))
    .flatMap((checks) => Object.entries(record(checks)))
    .flatMap(([rule, diagnostics]) =>
      list(diagnostics)
        .map(record)
        .map(({ posn, message }) => {
          const [, path, line] = /^(.*):(\d+):\d+$/.exec(text(posn)) ?? [];
          return { path, line, rule, message };
        }),
    );
}
