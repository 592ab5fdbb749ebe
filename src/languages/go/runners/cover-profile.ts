import { addHits } from '../../reports/coverage.ts';
import type { LineHits } from '../../runner.ts';

/** Go's cover profile: `package/file.go:3.10,5.2 2 1`. `fileOf` finds the file of the tree. */
export function readCoverProfile(report: string, fileOf: (path: string) => string): LineHits {
  const hits: LineHits = new Map();
  for (const line of report.split('\n')) {
    const [, path = '', from, to, , times] = /^(.+\.go):(\d+)\.\d+,(\d+)\.\d+ (\d+) (\d+)/.exec(line) ?? [];
    if (path === '') continue;
    const file = fileOf(path);
    for (let at = Number(from); at <= Math.min(Number(to), Number(from) + 10_000); at += 1)
      addHits(hits, file, at, Number(times));
  }
  return hits;
}
