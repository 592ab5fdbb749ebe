import type { Running } from '../../../runner.ts';

/**
 * A set-up file for vitest, as a module's text, loaded only where a test did not end: writes down at once which test
 * runs, since a worker that is kept busy sends nothing any more. A test that is left out does not get past this.
 */
export const vitestWatch = (begunFile: string, leftOut: readonly Running[]) => `
import * as fs from 'fs';

const append = fs.appendFileSync;
const leftOut = ${JSON.stringify(leftOut.map(({ file, names }) => ({ file, names })))};
const vitest = globalThis.__vitest_index__;
const home = process.cwd() + '/';

function placeOf(context) {
  const task = context.task;
  const names = [];
  for (let one = task; one && one !== task.file; one = one.suite) if (one.name) names.unshift(one.name);
  return { file: task.file.filepath, names: names };
}

const tell = (e, context) => append(${JSON.stringify(begunFile)}, JSON.stringify(Object.assign({ e: e }, placeOf(context))) + '\\n');

if (vitest && vitest.beforeEach) {
  vitest.beforeEach((context) => {
    tell('run', context);
    const place = placeOf(context);
    const key = JSON.stringify(place.names);
    if (leftOut.some((one) => home + one.file === place.file && JSON.stringify(one.names) === key))
      throw new Error('it did not end before');
  });
  vitest.afterEach((context) => tell('end', context));
}
`;
