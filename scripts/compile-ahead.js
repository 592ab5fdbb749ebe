// Writes compiled.bin into a built folder: node scripts/compile-ahead.js FOLDER. What a run of `pawl fix` needed has its
// functions compiled, the other scripts only what they say at the top. See bin/compiled.js for who reads it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { codeOf, compile, scripts } from '../bin/compiled.js';

const folder = resolve(process.argv[2]);
const place = mkdtempSync(join(tmpdir(), 'pawl-build-'));
const target = join(place, 'target');

const files = {
  'package.json': '{ "name": "one", "type": "module", "scripts": { "test": "node --test" } }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from './add.js';

test('adds', () => assert.equal(add(2, 3), 5));
`,
};

mkdirSync(target);
for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text);
const identity = ['-c', 'user.name=Build', '-c', 'user.email=build@example.test'];
for (const words of [
  ['init', '-q'],
  ['add', '-A'],
  [...identity, 'commit', '-q', '-m', 'base'],
])
  spawnSync('git', words, { cwd: target, stdio: 'ignore' });

// Nothing of the person who builds is read or written.
for (const kind of ['STATE', 'CONFIG', 'CACHE', 'DATA']) process.env[`XDG_${kind}_HOME`] = join(place, kind);
process.env.HOME = place;
process.stdout.write = (...words) => {
  const done = words.at(-1);
  if (typeof done === 'function') done();
  return true;
};

const { load, compiled } = scripts(folder);
process.on('exit', () => {
  const used = deserialize(compiled());
  const rest = readdirSync(folder).filter((name) => name.endsWith('.cjs') && !used.has(name));
  const all = new Map([...used, ...rest.map((name) => [name, codeOf(compile(folder, name))])]);
  writeFileSync(join(folder, 'compiled.bin'), serialize(all));
  rmSync(place, { recursive: true, force: true });
});
await load('cli.cjs').main([
  'node',
  'pawl',
  'fix',
  '--yes',
  '--sandbox',
  'none',
  '--tiers',
  'repair',
  '--target',
  target,
]);
