/**
 * A reporter for mocha, as a module's text: its own JSON has no path of titles and cannot be told from a cut one. It is
 * placed in the sandbox and runs there. One JSON line an event; the last line counts the others.
 */
export const mochaReporter = (file: string) => `
'use strict';
const { openSync, writeSync } = require('node:fs');

module.exports = class LineReporter {
  constructor(runner) {
    const out = openSync(${JSON.stringify(file)}, 'w');
    let lines = 0;
    const write = (event) => {
      lines += 1;
      writeSync(out, JSON.stringify(event) + '\\n');
    };
    const numbers = new Map();
    const place = (test) => {
      if (!numbers.has(test)) numbers.set(test, numbers.size);
      return { n: numbers.get(test), ...described(test) };
    };
    write({ e: 'begin' });
    runner.on('test', (test) => write({ e: 'run', ...place(test) }));
    runner.on('pass', (test) => write({ e: 'pass', ...place(test), ms: test.duration }));
    runner.on('pending', (test) => write({ e: 'pending', ...place(test) }));
    runner.on('fail', (test, error) => write({ e: 'fail', ...place(test), ms: test.duration, error: describe(error) }));
    runner.once('end', () => writeSync(out, JSON.stringify({ e: 'end', lines }) + '\\n'));
  }
};

function described(test) {
  const titles = [];
  for (let one = test; one; one = one.parent) if (one.title) titles.unshift(cut(one.title, 2000));
  const named = typeof test.titlePath === 'function' ? test.titlePath().map((title) => cut(title, 2000)) : titles;
  const file = test.file ?? test.ctx?.currentTest?.file ?? test.parent?.file ?? test.parent?.tests?.[0]?.file ?? null;
  return { titles: named.filter((title) => title !== ''), file, hook: test.type === 'hook' };
}

function describe(error) {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return {
    type: isError ? cut(error.name ?? 'Error') : typeof error,
    message: cut(isError ? error.message : error),
    stack: cut((isError && error.stack) || ''),
  };
}

function cut(value, max = 8000) {
  return String(value).slice(0, max);
}
`;
