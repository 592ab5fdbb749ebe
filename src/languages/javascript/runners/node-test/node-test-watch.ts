import type { Running } from '../../../runner.ts';
import { relativePath } from '../../../runs/places.ts';
import { list, parseJson, record, text } from '../../../runs/values.ts';
import { placeOf } from './node-test-report.ts';

/**
 * Loaded before a test file by `node --import`, as a module's text: writes down what begins, since a test that never
 * returns lets no reporter hear of it. In the process of a file that is left out nothing runs. Whatever else a test
 * starts is left alone.
 */
export const nodeTestWatch = (begunFile: string, leftOut: string[]) => `
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.argv[1] || '';
if (process.env.NODE_TEST_CONTEXT === 'child-v8' && isMainThread && process.send === undefined && file !== '') {
  if (${JSON.stringify(leftOut)}.some((path) => file === process.cwd() + '/' + path)) process.exit(0);
  const { beforeEach } = await import('node:test');
  beforeEach((test) => {
    const whole = test.fullName || test.name;
    const inside = whole.slice(0, Math.max(0, whole.length - test.name.length - 3));
    const names = (inside === '' ? [] : inside.split(' > ')).concat([test.name]);
    appendFileSync(${JSON.stringify(begunFile)}, JSON.stringify({ file, names }) + '\\n');
  });
}
`;

/** What runs: as the reporter knows it, and as each file itself wrote down last. */
export function runningNodeTest(told: string | undefined, begun: string | undefined, mount_at: string): Running[] {
  const { left, ended } = record(parseJson(told ?? ''));
  const places = list(left).map((entry) => ({ ...placeOf(record(entry), mount_at), nesting: record(entry).nesting }));
  const last = new Map(
    (begun ?? '').split('\n').map((line) => {
      const event = record(parseJson(line));
      return [relativePath(text(event.file), mount_at), list(event.names).map(text)];
    }),
  );
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
