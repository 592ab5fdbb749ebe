import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { Coverage, LineHits, RunnerCommand } from '../runner.ts';
import { maxReportLength } from './report.ts';

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
    const fileHits = hits.get(file);
    if (!fileHits) result.unmeasured.push(file);
    for (const line of lines) {
      const times = fileHits?.get(line);
      if (times === undefined) continue;
      result.changed_lines += 1;
      if (times > 0) result.covered += 1;
      else result.uncovered.push({ file, line });
    }
  }
  return result;
}

/** A runner's command with coverage, whose report is one more collected file. */
export function coverageOf(
  file: string,
  command: (only: string[] | null) => RunnerCommand,
  read: (report: string, mount_at: string) => LineHits,
): Coverage {
  return {
    command: (only) => {
      const invocation = command(only);
      return { ...invocation, collect: [...invocation.collect, file] };
    },
    read: (result: SandboxResult, mount_at) => {
      const report = result.files[file];
      return report === undefined || report.length > maxReportLength ? new Map() : read(report, mount_at);
    },
  };
}

/** A line in several records was executed if any of them says so. */
export function addHits(hits: LineHits, file: string, line: number | null, times: number): void {
  if (line === null || file === '' || !Number.isSafeInteger(times)) return;
  const fileHits = hits.get(file) ?? new Map<number, number>();
  fileHits.set(line, Math.max(times, fileHits.get(line) ?? 0));
  hits.set(file, fileHits);
}
