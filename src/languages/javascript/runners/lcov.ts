import { addHits } from '../../reports/coverage.ts';
import { relativePath } from '../../reports/places.ts';
import type { LineHits } from '../../runner.ts';

export function readLcov(report: string, mount_at: string): LineHits {
  const hits: LineHits = new Map();
  let file = '';
  for (const line of report.split('\n')) {
    if (line.startsWith('SF:')) file = relativePath(line.slice(3).trim(), mount_at);
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number !== undefined) addHits(hits, file, Number(number), Number(times));
  }
  return hits;
}
