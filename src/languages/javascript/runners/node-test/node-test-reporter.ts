import { sealSource } from '../seal.ts';

/**
 * A reporter for `node --test` (Node 20 and later), as a module's text: it is placed in the sandbox and runs there.
 * One JSON line a result; the last line counts the others, so that a cut report shows. What is running at the moment
 * is kept in a file of its own, for when the end is never reached.
 */
export const nodeTestReporter = (runningFile: string) => `
import { writeFileSync } from 'node:fs';
${sealSource}
const cut = (value, max = 8000) => String(value).slice(0, max);

export default async function* report(source) {
  const stderr = new Map();
  const running = new Map();
  const names = [];
  let lines = 0;
  const results = [];
  let written = '';
  const ended = {};
  const unfinished = () => [...running.values()].flat().slice(0, 100);
  const timer = setInterval(() => {
    const now = JSON.stringify({ left: unfinished(), ended });
    if (now !== written) writeFileSync(${JSON.stringify(runningFile)}, now);
    written = now;
  }, 250);
  timer.unref();
  const write = (event) => {
    lines += 1;
    if (event.e === 'pass' || event.e === 'fail') results.push(pawlResult(event.e, event.name, event.skipped));
    return JSON.stringify(event) + '\\n';
  };

  yield write({ e: 'begin' });
  for await (const { type, data } of source) {
    const place = { name: cut(data.name, 2000), nesting: data.nesting, file: data.file, line: data.line, column: data.column };
    const key = JSON.stringify(place);
    if (type === 'test:dequeue') running.set(key, [...(running.get(key) ?? []), place]);
    else if (type === 'test:complete') {
      running.get(key)?.pop();
      if (data.details?.type !== 'suite' && data.name !== data.file) ended[data.file] = place.name;
    }
    else if (type === 'test:start') names.splice(data.nesting, Infinity, place.name);
    else if (type === 'test:stderr') stderr.set(data.file, ((stderr.get(data.file) ?? '') + data.message).slice(-8000));
    else if (type === 'test:diagnostic') {
      if (/asynchronous activity after the test ended/.test(data.message)) yield write({ e: 'note', message: cut(data.message) });
    } else if (type === 'test:pass' || type === 'test:fail') {
      // A test that passed has no error, whatever its process says.
      const failed = type === 'test:fail' || (data.details?.error ?? null) !== null;
      yield write({
        e: failed ? 'fail' : 'pass',
        ...place,
        inside: names.slice(0, data.nesting),
        ms: data.details?.duration_ms,
        ...(data.details?.type === 'suite' && { suite: true }),
        ...(((data.skip ?? false) !== false || (data.todo ?? false) !== false) && { skipped: true }),
        ...(failed && { error: describe(data.details?.error, stderr.get(data.file) ?? stderr.get(data.name)) }),
      });
    }
  }
  clearInterval(timer);
  yield write({ e: 'end', lines, unfinished: unfinished() });
  pawlSeal(results);
}

function describe(error, stderr) {
  const cause = error?.cause;
  const isError = typeof cause === 'object' && cause !== null && 'message' in cause;
  return {
    failure: cut(error?.failureType ?? ''),
    outer: cut(error?.message ?? ''),
    type: isError ? cut(cause.name ?? 'Error') : error?.failureType === 'testCodeFailure' ? typeof cause : '',
    message: cut(isError ? cause.message : typeof cause === 'object' ? JSON.stringify(cause) : cause),
    stack: cut((isError ? cause.stack : error?.stack) ?? ''),
    exit: error?.exitCode ?? null,
    signal: error?.signal ?? null,
    stderr: stderr ?? '',
  };
}
`;
