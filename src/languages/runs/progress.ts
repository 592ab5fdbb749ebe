import { relativePath } from '../reports/places.ts';
import { maxReportLength } from '../reports/report.ts';
import { list, parseJson, record, text } from '../reports/values.ts';
import type { Running } from '../runner.ts';

/**
 * What a reporter of ours writes while tests run, one JSON line an event: `load` when a file begins, `all` with the
 * tests of it, `run` and `end` of a test, `done` when the file has ended.
 */
export interface ProgressEvent {
  e: string;
  file: string;
  names: string[];
  raw: Record<string, unknown>;
}

export function progressIn(progress: string | undefined, mount_at: string): ProgressEvent[] {
  if (progress === undefined || progress.length > maxReportLength) return [];
  return progress.split('\n').flatMap((line) => {
    const raw = record(parseJson(line));
    const file = relativePath(text(raw.file), mount_at);
    return file === '' ? [] : [{ e: text(raw.e), file, names: list(raw.names).map(text), raw }];
  });
}

/** The tests that run, or the files of which none is known to. */
export function runningIn(progress: string | undefined, mount_at: string): Running[] {
  const files = new Map<string, { begun: boolean; tests: Map<string, Running> }>();
  for (const { e, file, names, raw } of progressIn(progress, mount_at)) {
    const { begun, tests } = files.get(file) ?? { begun: false, tests: new Map<string, Running>() };
    if (e === 'done') files.delete(file);
    else files.set(file, { begun: begun || e === 'load', tests });
    if (e === 'run') tests.set(JSON.stringify(names), { file, names, line: null });
    else if (e === 'end') tests.delete(JSON.stringify(names));
    else if (e === 'all') {
      // Such a reporter hears too late of a test that begins: any that has not ended may be the one.
      for (const inner of list(raw.tests).map((test) => list(test).map(text)))
        tests.set(JSON.stringify(inner), { file, names: inner, line: null, among: true });
    }
  }
  return [...files].flatMap(([file, { begun, tests }]) => {
    const all = [...tests.values()];
    if (all.length === 0) return begun ? [{ file, names: [], line: null }] : [];
    return all.length > 1 ? all : all.map(({ among: _, ...one }) => one);
  });
}
