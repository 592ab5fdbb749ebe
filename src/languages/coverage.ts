import type { SandboxResult } from '../ports/sandbox.ts';
import type { Coverage, LineHits, RunnerCommand } from './language.ts';
import { relativePath } from './places.ts';
import { maxReportLength } from './report.ts';
import { lineNumber, list, parseJson, record } from './values.ts';

export interface CoveredChange {
  /** Changed lines that can be executed. */
  changed_lines: number;
  covered: number;
  uncovered: { file: string; line: number }[];
  /** Changed files of which nothing was measured: no test loads them, or nothing in them can be executed. */
  unmeasured: string[];
}

/** How much of a change the tests execute. */
export function coveredChange(changed: Map<string, number[]>, hits: LineHits): CoveredChange {
  const result: CoveredChange = { changed_lines: 0, covered: 0, uncovered: [], unmeasured: [] };
  for (const [file, lines] of changed) {
    const known = hits.get(file);
    if (!known) result.unmeasured.push(file);
    for (const line of lines) {
      const times = known?.get(line);
      if (times === undefined) continue;
      result.changed_lines += 1;
      if (times > 0) result.covered += 1;
      else result.uncovered.push({ file, line });
    }
  }
  return result;
}

/** Of these lines, those that can be executed: engines count types, comments and lone brackets too, either way. */
export async function codeLines(path: string, text: string, lines: number[]): Promise<number[]> {
  if (/\.[cm]?[jt]sx?$/.test(path)) {
    const { scriptLines } = await import('./javascript/code-lines.ts');
    const known = await scriptLines(path, text);
    if (known) return lines.filter((line) => known.has(line));
  }
  const all = text.split('\n');
  return lines.filter((line) => !/^\s*(?:$|\/\/|#|\*|\/\*|[\])};,]*$)/.test(all[line - 1] ?? ''));
}

/** A runner's command with coverage, whose report is one more collected file. */
export function coverageOf(
  file: string,
  command: (only: string[] | null) => RunnerCommand,
  read: (report: string, mount_at: string) => LineHits,
): Coverage {
  return {
    command: (only) => {
      const asked = command(only);
      return { ...asked, collect: [...asked.collect, file] };
    },
    read: (result: SandboxResult, mount_at) => {
      const report = result.files[file];
      return report === undefined || report.length > maxReportLength ? new Map() : read(report, mount_at);
    },
  };
}

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

/** A line in several records was executed if any of them says so. */
export function addHits(hits: LineHits, file: string, line: number | null, times: number): void {
  if (line === null || file === '' || !Number.isSafeInteger(times)) return;
  const known = hits.get(file) ?? new Map<number, number>();
  known.set(line, Math.max(times, known.get(line) ?? 0));
  hits.set(file, known);
}
