import { addHits } from '../../reports/coverage.ts';
import { relativePath } from '../../reports/places.ts';
import { lineNumber, list, parseJson, record } from '../../reports/values.ts';
import type { LineHits } from '../../runner.ts';

/** What coverage.py writes as JSON. */
export function readCoveragePy(report: string, mount_at: string): LineHits {
  const hits: LineHits = new Map();
  for (const [path, content] of Object.entries(record(record(parseJson(report)).files))) {
    const file = relativePath(path, mount_at);
    for (const [key, times] of [
      ['executed_lines', 1],
      ['missing_lines', 0],
    ] as const) {
      for (const line of list(record(content)[key])) addHits(hits, file, lineNumber(line), times);
    }
  }
  return hits;
}
