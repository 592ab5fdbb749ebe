import { relativePath } from '../../../reports/places.ts';
import { lineNumber, list, parseJson, record, text } from '../../../reports/values.ts';
import type { Running } from '../../../runner.ts';

/**
 * Loaded before a test file by `node --import`, as a module's text: writes down what begins, since a test that never
 * returns lets no reporter hear of it. In the process of a file that is left out nothing runs, and a test that is left
 * out does not get past this. Whatever else a test starts is left alone. `script`: the file is run by itself.
 */
export const nodeTestWatch = (begunFile: string, leftOut: readonly Running[], script: boolean) => `
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.argv[1] || '';
const isOurs = ${script} || process.env.NODE_TEST_CONTEXT === 'child-v8';
if (isOurs && isMainThread && process.send === undefined && file !== '') {
  const leftOut = ${JSON.stringify(leftOut.map(({ file, names }) => ({ file, name: names.join(' > ') })))}
    .map((one) => process.cwd() + '/' + one.file + '\\0' + one.name);
  if (leftOut.includes(file + '\\0')) process.exit(0);
  const { afterEach, beforeEach } = await import('node:test');
  const tell = (test, over) => {
    const at = (${script} && test.filePath) || file;
    const whole = test.fullName || test.name;
    const inside = whole.slice(0, Math.max(0, whole.length - test.name.length - 3));
    const names = (inside === '' ? [] : inside.split(' > ')).concat([test.name]);
    appendFileSync(${JSON.stringify(begunFile)}, JSON.stringify({ file: at, names, over }) + '\\n');
    return at + '\\0' + whole;
  };
  beforeEach((test) => {
    if (leftOut.includes(tell(test))) throw new Error('it did not end before');
  });
  if (${script}) afterEach((test) => void tell(test, true));
}
`;

export interface Place {
  name: string;
  file: string;
  line: number | null;
  /** The entry that stands for a whole file: one that did not load, or had nothing to report. */
  isFile: boolean;
}

export function placeOf(event: Record<string, unknown>, mount_at: string): Place {
  const name = text(event.name);
  const file = relativePath(text(event.file), mount_at);
  const isFile = event.nesting === 0 && event.line === 1 && event.column === 1 && relativePath(name, mount_at) === file;
  return { name, file, line: lineNumber(event.line), isFile };
}

/** What each file wrote down that it began last. */
export const lastBegun = (begun: string | undefined, mount_at: string): Map<string, string[]> =>
  new Map(
    (begun ?? '').split('\n').flatMap((line): [string, string[]][] => {
      const event = record(parseJson(line));
      const file = relativePath(text(event.file), mount_at);
      return file === '' || event.over === true ? [] : [[file, list(event.names).map(text)]];
    }),
  );

/** What runs in a script of tests, as that wrote it down itself. */
export function runningScript(begun: string | undefined, mount_at: string): Running[] {
  const running = new Map<string, Running>();
  for (const line of (begun ?? '').split('\n')) {
    const event = record(parseJson(line));
    const [file, names] = [relativePath(text(event.file), mount_at), list(event.names).map(text)];
    if (event.over === true) running.delete(JSON.stringify(names));
    else if (names.length > 0) running.set(JSON.stringify(names), { file, names, line: null });
  }
  const all = [...running.values()];
  const isOutside = ({ names }: Running, other: Running) =>
    other.names.length > names.length && names.every((name, at) => name === other.names[at]);
  return all.filter((one) => !all.some((other) => isOutside(one, other)));
}

/** What runs: as the reporter knows it, and as each file itself wrote down last. */
export function runningNodeTest(report: string | undefined, begun: string | undefined, mount_at: string): Running[] {
  const { left, ended } = record(parseJson(report ?? ''));
  const places = list(left).map((entry) => ({ ...placeOf(record(entry), mount_at), nesting: record(entry).nesting }));
  const last = lastBegun(begun, mount_at);
  const completed = new Map(
    Object.entries(record(ended)).map(([file, name]) => [relativePath(file, mount_at), text(name)]),
  );
  return [...new Set(places.map(({ file }) => file))].flatMap((file): Running[] => {
    const tests = innermost(places.filter((place) => place.file === file && !place.isFile)).map((one) => ({
      file,
      ...one,
    }));
    const names = last.get(file);
    if (names === undefined || names.at(-1) === completed.get(file))
      return tests.length > 0 ? tests : [{ file, names: [], line: null }];
    const others = tests.filter((one) => one.names.some((name, at) => name !== names[at]));
    const line = tests.find((one) => one.names.join('\0') === names.join('\0'))?.line ?? null;
    return [...others, { file, names, line }];
  });
}

/** Of tests in the order in which they began, each deeper than what it is part of, those that have no part that runs. */
function innermost(
  places: { name: string; nesting: unknown; line: number | null }[],
): Pick<Running, 'names' | 'line'>[] {
  const path: string[] = [];
  return places.flatMap(({ name, nesting, line }, at) => {
    const depth = Number(nesting) || 0;
    path.splice(depth, Number.POSITIVE_INFINITY, name);
    const next = Number(places[at + 1]?.nesting ?? 0) || 0;
    return next > depth ? [] : [{ names: [...path], line }];
  });
}
