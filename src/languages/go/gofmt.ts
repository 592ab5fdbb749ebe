import type { Checker } from '../checks/checker.ts';
import { relativePath } from '../reports/places.ts';

/** Go's formatter parses: a few milliseconds for a file. */
export function gofmt(paths: string[]): Checker {
  return {
    language: 'go',
    needs: ['go'],
    command: { argv: ['gofmt', '-e', '-l', ...paths.map((path) => `./${path}`)], provide: {}, collect: [], env: {} },
    read: ({ stderr }, mount_at) =>
      [...stderr.matchAll(/^([^\s:][^:\n]*\.go):(\d+):(\d+): (.+)$/gm)].map(
        ([, path = '', line, column, message = '']) => ({
          file: relativePath(path, mount_at),
          line: Number(line),
          column: Number(column),
          message,
        }),
      ),
  };
}
