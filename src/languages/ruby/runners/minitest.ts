import { matchesAny } from '../../../code/globs.ts';
import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase } from '../../../schema/judge/test-run.ts';
import { relativePath } from '../../reports/places.ts';
import { maxReportLength, type Reading, testAt, testRun } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import { amount, lineNumber, list, parseJson, record, text } from '../../reports/values.ts';
import type { Files, Runner } from '../../runner.ts';
import { type Invocation, prefixed } from '../../runs/script.ts';
import { isMinitest } from './files.ts';
import { minitestReporter } from './minitest-reporter.ts';
import { rubyError } from './ruby-error.ts';
import { throughBundler } from './toolchain.ts';

const id = 'minitest';
const reportFile = 'report.json';
const reporterFile = 'reporter.rb';

/** The tests that a Rakefile's TestTask would run, in one process, with a reporter of ours. */
export async function minitest(call: Invocation, files: Files): Promise<Runner> {
  const rakefile = (await files.read('Rakefile')) ?? '';
  const patterns = [
    ...rakefile.matchAll(/\.(?:pattern|test_files)\s*=\s*(?:(?:Rake::)?FileList|Dir)?\[?\s*["']([^"']+)["']/g),
  ].map(([, pattern = '']) => pattern);
  const chosen = (path: string) => path.endsWith('.rb') && matchesAny(path, patterns);
  const isTest = (path: string) => isMinitest(path) || (patterns.length > 0 && chosen(path));
  const all = files.paths.filter((path) => (patterns.length > 0 ? chosen(path) : isMinitest(path))).sort();
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only) => ({
      argv: prefixed(call.before, [
        ...[...throughBundler, 'ruby', '-Ilib', '-Itest', '-r', `${inDir}/${reporterFile}`],
        ...['-e', 'ARGV.shift(ARGV.size).each { |file| require File.expand_path(file) }', '--', ...(only ?? all)],
      ]),
      provide: { [reporterFile]: minitestReporter(`${outDir}/${reportFile}`) },
      collect: [reportFile],
      env: call.env,
    }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readMinitest(result.files[reportFile], mount_at)),
    isTest,
    related: async () => null,
    links: async () => null,
    coverage: null,
  };
}

function readMinitest(report: string | undefined, mount_at: string): Reading {
  if (report === undefined || report.length > maxReportLength) return { cases: [], errors: [], complete: false };
  const content = record(parseJson(report));
  const cases = list(content.tests).map((one) => caseOf(record(one), mount_at));
  return { cases, errors: [], complete: content.count === cases.length };
}

function caseOf(test: Record<string, unknown>, mount_at: string): TestCase {
  const file = relativePath(text(test.file), mount_at);
  const line = lineNumber(test.line);
  const status = text(test.status);
  const [fault] = list(test.faults).map(record);
  return {
    ...testAt(file, list(test.names).map(text).map(stableName)),
    line,
    status: status === 'passed' || status === 'skipped' || status === 'failed' ? status : 'error',
    duration_ms: amount(test.ms),
    error:
      fault && status !== 'skipped'
        ? rubyError(text(fault.type), text(fault.message), list(fault.stack).map(text), { file, line }, mount_at)
        : null,
  };
}
