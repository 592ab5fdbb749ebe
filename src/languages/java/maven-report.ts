import { readJunitXml } from '../generic/junit-report.ts';
import { maxReportLength, plainError, type Reading } from '../report.ts';
import { type Classes, frameIn } from './classes.ts';
import { compileErrors } from './compile-errors.ts';

/** Reads the collected reports. What does not compile is told in Maven's output alone. */
export function readMaven(
  report: string | undefined,
  log: string,
  { mount_at, classes }: { mount_at: string; classes: Classes },
): Reading {
  const reading: Reading = { cases: [], errors: compileErrors(log, mount_at), complete: false };
  if (report === undefined || report.length > maxReportLength || !report.endsWith('\u001eend\n')) return reading;
  const parts = report.split('\u001e').slice(1, -1);
  reading.complete = parts.length > 0 || reading.errors.length > 0 || /^\[INFO\] BUILD SUCCESS/m.test(log);
  for (const part of parts) {
    const inner = readJunitXml(part.slice(part.indexOf('\n') + 1), {
      mount_at,
      fileOf: classes.fileOf,
      placeOf: (stack) => frameIn(stack, classes),
    });
    reading.complete &&= inner.complete;
    reading.errors.push(...inner.errors);
    for (const one of inner.cases) reading.cases.push({ ...one, ...named(one.file, one.id) });
  }
  if (!reading.complete && reading.errors.length === 0) {
    const told = /^\[ERROR\] (.+)$/m.exec(log)?.[1];
    if (told !== undefined) reading.errors.push(plainError('BuildError', told.slice(0, 4000)));
  }
  return reading;
}

/** `path > com.example.Name$Inner > test` as `path > Inner > test`: the path says the rest. */
function named(file: string, id: string): { id: string; name: string } | Record<string, never> {
  const [, classname = '', ...names] = id.split(' > ');
  if (file === '' || names.length === 0) return {};
  const inner = classname.split('$').slice(1);
  return { id: [file, ...inner, ...names].join(' > '), name: [...inner, ...names].join(' > ') };
}
