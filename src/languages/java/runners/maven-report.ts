import type { TestIdentity } from '../../../schema/judge/test-run.ts';
import { readJunitXml } from '../../generic/junit-report.ts';
import { contradiction, maxReportLength, plainError, type Reading, testAt } from '../../reports/report.ts';
import { type Classes, frameIn } from './classes.ts';
import { compileErrors } from './compile-errors.ts';
import { faultsIn, unfinishedIn } from './maven-log.ts';

/** Reads the collected reports. What does not compile is told in Maven's output alone. */
export function readMaven(
  report: string | undefined,
  log: string,
  { mount_at, classes }: { mount_at: string; classes: Classes },
): Reading {
  const reading = readReports(report, { mount_at, classes });
  const isWhole = reading.complete;
  reading.errors.unshift(...compileErrors(log, mount_at));
  reading.complete &&= reading.cases.length > 0 || reading.errors.length > 0 || /^\[INFO\] BUILD SUCCESS/m.test(log);
  if (!isWhole && report?.endsWith(reportsEnd) !== true) return reading;
  const isBad = reading.cases.some(({ status }) => status === 'failed' || status === 'error');
  if (reading.errors.length === 0 && !isBad && failuresIn(log) > 0)
    reading.errors.push(contradiction(`Maven saw ${failuresIn(log)} failures, but the reports contain none`));
  reading.cases.push(...unfinishedIn(log, classes));
  const faults = faultsIn(log);
  const isExplained = reading.errors.length > 0 || reading.cases.some(({ error }) => error !== null);
  if (faults.length > 0) reading.errors.push(...faults);
  else if (!reading.complete && !isExplained) {
    const message = /^\[ERROR\] (.+)$/m.exec(log)?.[1];
    if (message !== undefined) reading.errors.push(plainError('BuildError', message.slice(0, 4000)));
  }
  return reading;
}

const reportsEnd = '\u001eend\n';

/** The reports that a shell put together: whole when each of them is and nothing is behind the last. */
export function readReports(
  report: string | undefined,
  { mount_at, classes }: { mount_at: string; classes: Classes },
): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength || !report.endsWith(reportsEnd)) return reading;
  reading.complete = true;
  const origins = new Map<string, string>();
  for (const part of report.split('\u001e').slice(1, -1)) {
    const [place = ''] = part.split('\n');
    const inner = readJunitXml(part.slice(part.indexOf('\n') + 1), {
      mount_at,
      fileOf: classes.fileOf,
      placeOf: (stack) => frameIn(stack, classes),
    });
    reading.complete &&= inner.complete;
    reading.errors.push(...inner.errors);
    for (const one of inner.cases) {
      const key = `${place.slice(0, place.lastIndexOf('/'))}\0${one.id}`;
      const other = origins.get(key) ?? place;
      if (other !== place)
        reading.errors.push(contradiction(`${one.names.join(' > ')} in ${other} and in ${place}`, one.file || null));
      origins.set(key, place);
      reading.cases.push({ ...one, ...named(one) });
    }
  }
  return reading;
}

/** What the summaries of Maven count: code under test can write over its reports, but not take back what is printed. */
function failuresIn(log: string): number {
  const summaries = log.matchAll(
    /^\[\w+\] Tests run: \d+, Failures: (\d+), Errors: (\d+), Skipped: \d+(?:, Flakes: \d+)?$/gm,
  );
  return [...summaries].reduce((sum, [, failures, errors]) => sum + Number(failures) + Number(errors), 0);
}

/** `path > com.example.Name$Inner > test` as `path > Inner > test`: the path says the rest. */
function named({ id, file, names: [classname = '', ...names] }: TestIdentity): TestIdentity {
  if (file === '' || names.length === 0) return { id, file, names: [classname, ...names] };
  return testAt(file, [...classname.split('$').slice(1), ...names]);
}
