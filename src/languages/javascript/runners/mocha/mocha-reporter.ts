/**
 * A reporter for mocha, as a module's text: its own JSON has no path of titles and cannot be told from a cut one. It is
 * placed in the sandbox and runs there, in the language of 2015: loaders of the target's may read it first. One JSON line
 * an event; the last line counts the others.
 */
export const mochaReporter = (file: string) => `
'use strict';
const fs = require('fs');

module.exports = function LineReporter(runner) {
  const out = fs.openSync(${JSON.stringify(file)}, 'w');
  let lines = 0;
  const write = function (event) {
    lines += 1;
    fs.writeSync(out, JSON.stringify(event) + '\\n');
  };
  const numbers = new Map();
  const tell = function (e, test, more) {
    if (!numbers.has(test)) numbers.set(test, numbers.size);
    write(Object.assign({ e: e, n: numbers.get(test) }, described(test), more));
  };
  write({ e: 'begin' });
  runner.on('hook', (hook) => tell('hook', hook));
  runner.on('hook end', (hook) => tell('hooked', hook));
  runner.on('test', (test) => tell('run', test));
  runner.on('pass', (test) => tell('pass', test, { ms: test.duration }));
  runner.on('pending', (test) => tell('pending', test));
  runner.on('fail', (test, error) => tell('fail', test, { ms: test.duration, error: describe(error) }));
  runner.once('end', () => fs.writeSync(out, JSON.stringify({ e: 'end', lines: lines }) + '\\n'));
};

function described(test) {
  const titles = [];
  for (let one = test; one; one = one.parent) if (one.title) titles.unshift(cut(one.title, 2000));
  const named = typeof test.titlePath === 'function' ? test.titlePath().map((title) => cut(title, 2000)) : titles;
  const current = test.ctx && test.ctx.currentTest;
  const inner = test.parent && test.parent.tests && test.parent.tests[0];
  const file = test.file || (current && current.file) || (test.parent && test.parent.file) || (inner && inner.file) || null;
  return { titles: named.filter((title) => title !== ''), file: file, hook: test.type === 'hook' };
}

function describe(error) {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return {
    type: isError ? cut(error.name || 'Error') : typeof error,
    message: cut(isError ? error.message : error),
    stack: cut((isError && error.stack) || ''),
  };
}

function cut(value, max) {
  return String(value).slice(0, max || 8000);
}
`;

/** Loaded before the tests, as a module's text: writes down which file is loaded, since mocha has no reporter before. */
export const mochaWatch = (file: string) => `
'use strict';
const fs = require('fs');
const home = /^(.*[/]mocha)[/](?:bin|lib)[/]/.exec(process.argv[1] || '');
let Suite = null;
try {
  const suite = require(home[1] + '/lib/suite.js');
  Suite = suite.Suite || suite;
} catch (error) {
  Suite = null; // Another mocha: what it loads is not known.
}
if (Suite && Suite.prototype && typeof Suite.prototype.emit === 'function') {
  const emit = Suite.prototype.emit;
  const events = { 'pre-require': 'load', 'post-require': 'loaded' };
  Suite.prototype.emit = function (name, context, path) {
    if (events[name] && typeof path === 'string')
      fs.appendFileSync(${JSON.stringify(file)}, JSON.stringify({ e: events[name], file: path }) + '\\n');
    return emit.apply(this, arguments);
  };
}
`;
