import { outDir } from '../../../ports/outside/sandbox.ts';
import type { RunnerCommand } from '../../runner.ts';

/** What the project declares to measure with. */
export type Measures = 'pytest-cov' | 'coverage' | null;

export const coverageFile = 'coverage.json';

export function measuresOf(manifests: string): Measures {
  if (/\bpytest[-_]cov\b/i.test(manifests)) return 'pytest-cov';
  return /(?:^|["'\s])coverage(?:\[\w+\])?\s*(?:["'=<>~!;,]|$)/im.test(manifests) ? 'coverage' : null;
}

/** A module run by coverage.py, its data turned into JSON afterwards; the tests' own exit code is kept. */
export function measured(
  python: string,
  command: (start: string[]) => RunnerCommand,
  module: string | null,
): RunnerCommand {
  const run = [python, '-m', 'coverage', 'run', '--source=.', ...(module === null ? [] : ['-m', module])];
  const invocation = command(run);
  const report = `"$0" -m coverage json -q -o ${outDir}/${coverageFile} --fail-under=0`;
  return withData({
    ...invocation,
    argv: ['sh', '-c', `"$@"; code=$?; ${report}; exit $code`, python, ...invocation.argv],
  });
}

export function withData(command: RunnerCommand): RunnerCommand {
  return { ...command, env: { ...command.env, COVERAGE_FILE: `${outDir}/coverage.data` } };
}
