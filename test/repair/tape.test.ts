import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from '../adapters/developers/external/stage.ts';
import { tempDir } from '../support/temp.ts';
import { atRepair, reason } from './stage.ts';

/** In place of the library: as much of it as one needs to run, with what its worker asks it for. */
const tape = `
const { Readable } = require('node:stream');
const inOrder = async (tests, out) => { for (const one of tests) await ended(one, out); };
function ended({ name, fn }, out) {
  const inner = [];
  out.push({ type: 'test', name });
  return new Promise((resolve) => {
    const end = () => resolve(inOrder(inner, out));
    fn({
      equal: (actual, expected) => out.push({ type: 'assert', ok: actual === expected, name: 'equal' }),
      test: (name, fn) => inner.push({ name, fn }),
      end,
    });
    if (inner.length > 0) end();
  });
}
function createHarness() {
  const tests = [];
  const test = (name, ...rest) => void tests.push({ name, fn: rest.at(-1) });
  test.createStream = () => {
    const out = new Readable({ objectMode: true, read() {} });
    setImmediate(() => inOrder(tests, out).then(() => out.push(null)));
    return out;
  };
  return test;
}
module.exports = Object.assign(createHarness(), { createHarness });
`;
const program = `#!/usr/bin/env node
const tape = require('tape');
for (const file of process.argv.slice(2)) require(process.cwd() + '/' + file);
console.log('TAP version 13');
let at = 0;
let bad = 0;
tape.createStream()
  .on('data', (row) => {
    if (row.type === 'test') return console.log('# ' + row.name);
    if (!row.ok) bad += 1;
    console.log((row.ok ? 'ok ' : 'not ok ') + ++at + ' ' + row.name);
  })
  .on('end', () => { console.log('1..' + at); process.exitCode = bad ? 1 : 0; });
`;
const files = {
  'package.json': '{ "scripts": { "test": "tape test.js" } }',
  'lib.js':
    'exports.total = function (prices, rate, limit) {\n  var all = 0;\n  for (var at = 0; at < prices.length; at += 1) all += prices[at] * rate;\n  return Math.min(all, limit - rate);\n};\n\nexports.name = function (first, last) {\n  return [first, last].join(" ");\n};\n',
  'test.js':
    "var test = require('tape');\nvar lib = require('./lib');\n\ntest('lib', function (t) {\n  t.test('names', function (st) {\n    st.equal(lib.name('a', 'b'), 'a b');\n    st.end();\n  });\n  t.test('is limited', function (st) {\n    st.equal(lib.total([1, 2], 10, 25), 25);\n    st.equal(lib.total([1], 3, 7), 3);\n    st.end();\n  });\n  t.end();\n});\n",
};

describe.skipIf(reason !== null)('tests that write TAP', () => {
  test.each([
    ['each inner test by itself', files['test.js']],
    [
      'with what is checked around them, by a test that they end',
      files['test.js'].replace('  t.end();\n', "  t.equal(lib.name('c', 'd'), 'c d');\n"),
    ],
  ])('are tried in a worker: %s', async (_, text) => {
    const modules = tempDir();
    for (const folder of ['tape', '.bin']) mkdirSync(join(modules, folder));
    writeFileSync(join(modules, 'tape', 'index.js'), tape);
    writeFileSync(join(modules, '.bin', 'tape'), program);
    for (const path of ['', '.bin/tape']) chmodSync(join(modules, path), 0o755);
    const { outcome, steps, workspace, commands } = await atRepair({ ...files, 'test.js': text }, { modules });
    expect(outcome.ended).toBe('finished');
    expect(await textOf(workspace, 'lib.js')).toContain('Math.min(all, limit)');
    const figures = steps.at(-1)?.action_input as { candidates: number };
    expect(figures.candidates).toBeGreaterThan(20);
    expect(commands.length).toBeLessThanOrEqual(6);
  });
});
