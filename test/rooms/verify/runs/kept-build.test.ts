import { expect, test } from 'vitest';
import { placeWith } from '../../place.ts';

const files = {
  '.gitignore': 'dist/\n',
  'package.json':
    '{ "name": "built", "type": "module", "main": "dist/add.js", "scripts": { "build": "node make.js", "test": "node --test" } }\n',
  'make.js': `import fs from 'node:fs';
console.log('# built');
fs.mkdirSync('dist');
fs.writeFileSync('dist/add.js', fs.readFileSync('src/add.js'), { mode: 0o755 });
`,
  'src/add.js': 'export const add = (a, b) => a - b;\n',
  'test/add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../dist/add.js';
test('nothing', () => assert.equal(add(1, 0), 1));
`,
};
const newTest = files['test/add.test.js'].replace("'nothing'", "'adds'").replace('add(1, 0), 1', 'add(1, 2), 3');

test('what tests import is built once for base and once for the change, whatever runs', async () => {
  const place = await placeWith({ measured: true, files });
  const { sandbox } = place.world;
  let [builds, runs] = [0, 0];
  const run: typeof sandbox.run = async (command, signal) => {
    const result = await sandbox.run(command, signal);
    if (command.collect.length > 0) runs += 1;
    if (/^# built$/m.test(result.stdout + result.stderr)) builds += 1;
    return result;
  };
  Object.assign(place.world, { sandbox: { ...sandbox, run } });
  await place.attempt({ 'src/add.js': 'export const add = (a, b) => a + b;\n', 'test/more.test.js': newTest });
  const { verdict } = await place.judged();
  expect(verdict.verdict).toMatchObject({ status: 'pass', tests: { total: 2, passed: 2 } });
  expect({ builds, more: runs > 3 }).toEqual({ builds: 1, more: true });

  await place.attempt({ 'src/add.js': 'export const add = (a) => a;\n', 'test/more.test.js': newTest });
  expect((await place.judged()).verdict.verdict).toMatchObject({ status: 'fail', tests: { failed: 1 } });
  expect(builds).toBe(2);
});
