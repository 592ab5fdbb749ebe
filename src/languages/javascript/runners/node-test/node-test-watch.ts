import type { Running } from '../../../runner.ts';
import { relativePath } from '../../../runs/places.ts';
import { lineNumber, list, parseJson, record, text } from '../../../runs/values.ts';

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
    .filter((one) => file === process.cwd() + '/' + one.file)
    .map((one) => one.name);
  if (leftOut.includes('')) process.exit(0);
  const { beforeEach } = await import('node:test');
  beforeEach((test) => {
    const whole = test.fullName || test.name;
    const inside = whole.slice(0, Math.max(0, whole.length - test.name.length - 3));
    const names = (inside === '' ? [] : inside.split(' > ')).concat([test.name]);
    appendFileSync(${JSON.stringify(begunFile)}, JSON.stringify({ file, names }) + '\\n');
    if (leftOut.includes(whole)) throw new Error('it did not end before');
  });
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
      return file === '' ? [] : [[file, list(event.names).map(text)]];
    }),
  );

/** What runs: as the reporter knows it, and as each file itself wrote down last. */
export function runningNodeTest(told: string | undefined, begun: string | undefined, mount_at: string): Running[] {
  const { left, ended } = record(parseJson(told ?? ''));
  const places = list(left).map((entry) => ({ ...placeOf(record(entry), mount_at), nesting: record(entry).nesting }));
  const last = lastBegun(begun, mount_at);
  const completed = new Map(
    Object.entries(record(ended)).map(([file, name]) => [relativePath(file, mount_at), text(name)]),
  );
  return [...new Set(places.map(({ file }) => file))].flatMap((file): Running[] => {
    const known = innermost(places.filter((place) => place.file === file && !place.isFile)).map((one) => ({
      file,
      ...one,
    }));
    const names = last.get(file);
    if (names === undefined || names.at(-1) === completed.get(file))
      return known.length > 0 ? known : [{ file, names: [], line: null }];
    const others = known.filter((one) => one.names.some((name, at) => name !== names[at]));
    const line = known.find((one) => one.names.join('\0') === names.join('\0'))?.line ?? null;
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
