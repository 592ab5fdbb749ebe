import type { TestRun } from '../../../schema/judge/test-run.ts';

/** A report may name no files: then the tests of a run of one file are of that file. */
export function ofFile(run: TestRun, [file, ...others]: string[]): TestRun {
  if (file === undefined || others.length > 0) return run;
  return { ...run, cases: run.cases.map((test) => (test.file === '' ? { ...test, file } : test)) };
}
