import { outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase } from '../../../schema/judge/test-run.ts';
import { relativePath } from '../../reports/places.ts';
import { maxReportLength, plainError, type Reading, testAt, testRun } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import { amount, lineNumber, list, parseJson, record, text } from '../../reports/values.ts';
import type { Runner } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { isRspec } from './files.ts';
import { rubyError } from './ruby-error.ts';
import { throughBundler } from './toolchain.ts';

const id = 'rspec';
const reportFile = 'report.json';
const valued = new Set([
  '-I',
  '-r',
  '--require',
  '-O',
  '--options',
  '--order',
  '--seed',
  '-f',
  '--format',
  '-o',
  '--out',
]);
/** Reporting is ours, and stopping early is not for a judge. */
const dropped = /^(?:-f|--format|-o|--out|--fail-fast|-c|--colou?r|--only-failures|-n|--next-failure)(?:=.*)?$/;

/** RSpec with its own JSON report; through bundler where the project has a lock file whose gems are installed. */
export function rspec(call: Invocation, args: string[]): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only) => ({
      argv: prefixed(call.before, [
        ...[...throughBundler, 'rspec', '--format', 'json', '--out', `${outDir}/${reportFile}`],
        ...['--format', 'progress', '--no-color', '--no-fail-fast', ...keptFlags],
        ...(only ?? plain),
      ]),
      provide: {},
      collect: [reportFile],
      env: call.env,
    }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readRspec(result.files[reportFile], mount_at)),
    isTest: isRspec,
    related: async () => null,
    links: async () => null,
    coverage: null,
  };
}

export function readRspec(report: string | undefined, mount_at: string): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength) return reading;
  const content = record(parseJson(report));
  const summary = record(content.summary);
  reading.cases = list(content.examples).map((one) => caseOf(record(one), mount_at));
  const outside = amount(summary.errors_outside_of_examples_count);
  if (outside > 0)
    reading.errors.push(plainError('LoadError', list(content.messages).map(text).join('\n').slice(0, 4000)));
  reading.complete = amount(summary.example_count) === reading.cases.length && content.summary !== undefined;
  return reading;
}

function caseOf(example: Record<string, unknown>, mount_at: string): TestCase {
  const file = relativePath(text(example.file_path), mount_at);
  const line = lineNumber(example.line_number);
  const [whole, own] = [text(example.full_description), text(example.description)];
  const group = own !== '' && whole.endsWith(own) ? whole.slice(0, -own.length).trim() : '';
  const names = (group === '' ? [whole] : [group, own]).map(stableName);
  const status = text(example.status);
  const raised = record(example.exception);
  return {
    ...testAt(file, names),
    line,
    status: status === 'passed' ? 'passed' : status === 'pending' ? 'skipped' : 'failed',
    duration_ms: amount(example.run_time) * 1000,
    error:
      status === 'failed'
        ? rubyError(
            text(raised.class),
            text(raised.message),
            list(raised.backtrace).map(text),
            { file, line },
            mount_at,
          )
        : null,
  };
}
