import { expect, test } from 'vitest';
import { project, runCommand, statuses } from '../bare.ts';

/** The loop of uvu: it names failed tests only, and until 0.4 it tells nobody which test runs. */
const uvu = (tells: boolean) => `
const suite = (name, state = {}) => {
  ${tells ? "state.__test__ = ''; state.__suite__ = name;" : ''}
  const tests = [];
  const add = (name, handler) => tests.push({ name, handler });
  add.run = () => queue.push(() => runner(name, tests, state));
  return add;
};
const queue = [];
const runner = (name, tests, state) => {
  let num = 0, errors = '';
  if (name) process.stdout.write(' ' + name + '  ');
  for (const test of tests) {
    ${tells ? 'state.__test__ = test.name;' : ''}
    try { test.handler(); process.stdout.write('• '); num++; }
    catch (error) { errors += '   FAIL ' + (name ? ' ' + name + ' ' : '') + ' "' + test.name + '"\\n    ' + error.message + '\\n'; process.stdout.write('✘ '); }
  }
  process.stdout.write('  (' + num + ' / ' + tests.length + ')\\n' + (errors && '\\n' + errors + '\\n'));
  return [num, tests.length];
};
const half = suite('half');
half('prints', () => console.log('seen'));
half('same', () => { throw new Error('not 2'); });
half('same', () => { process.stdout.write('partly'); });
half.run();
const plain = suite('');
plain('also', require('../../../routes.js'));
plain.run();
process.stdout.write('a.js\\n');
const done = queue.map((one) => one());
const sum = (at) => done.reduce((all, one) => all + one[at], 0);
process.stdout.write('\\n  Total:     ' + sum(1) + '\\n  Passed:    ' + sum(0) + '\\n  Skipped:   0\\n');
`;

test.each([
  ['that tells which suite runs', true],
  ['of an old version', false],
])('uvu %s: each test has its name, whatever tests print', async (_, tells) => {
  const { runner, dir } = await project({
    'package.json': JSON.stringify({ scripts: { test: 'uvu test' }, devDependencies: { uvu: '^0.5' } }),
    'test/a.js': '',
    'routes.js':
      'module.exports = () => { const all = []; all.push({ name: "route", handler() {} }); for (const _ of all); };',
    'old/uvu/dist/index.js': uvu(tells),
  });
  expect(runner.id).toBe('uvu');
  const command = runner.command(null);
  const argv = command.argv.map((word) => (word.endsWith('uvu/bin.js') ? 'old/uvu/dist/index.js' : word));
  const run = runner.read(await runCommand({ ...command, argv }, dir, {}), dir);
  const suite = tells ? 'half > ' : '';
  expect({ outcome: run.outcome, errors: run.errors }).toEqual({ outcome: 'ok', errors: [] });
  expect(statuses(run)).toEqual({
    [`test/a.js > ${suite}prints`]: 'passed',
    [`test/a.js > ${suite}same`]: 'failed',
    [`test/a.js > ${suite}same #2`]: 'passed',
    'test/a.js > also': 'passed',
  });
});
