import type { TestRun } from '../../schema/judge/test-run.ts';
import { compileError } from '../checks/compile-error.ts';
import { languageOfRunner } from '../registry.ts';
import { noReport } from '../reports/report.ts';

/** A run that came to no test, with what a build before the tests refused. */
export function withRefusals(run: TestRun, mount_at: string): TestRun {
  if (run.outcome !== 'no_report' || run.cases.length > 0) return run;
  const refused = languageOfRunner(run.runner)?.runners?.refused?.(run.output_tail) ?? [];
  if (refused.length === 0) return run;
  const errors = refused.map((one) => compileError({ type: 'BuildError', column: 1, ...one }, mount_at));
  return { ...run, errors: [...errors, ...run.errors.filter(({ type }) => type !== noReport)] };
}
