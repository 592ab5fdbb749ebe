import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../bin/pawl.js', import.meta.url));

export const verify = (target, env) =>
  timed(process.execPath, [pawl, 'verify', '--target', target, '--json'], target, env);

export function timed(command, args, cwd, env) {
  const from = performance.now();
  const { status, stdout } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout.slice(-2000));
  return performance.now() - from;
}

/** A repository of 40 modules, each with a test file of its own that takes 0.2 s; `but` are other files in it. */
export function fortyModules(target, but = {}) {
  mkdirSync(target);
  writeFileSync(
    join(target, 'package.json'),
    '{ "name": "ten", "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  for (let at = 0; at < 40; at += 1) {
    writeFileSync(join(target, `m${at}.js`), `export const value = () => ${at};\n`);
    writeFileSync(join(target, `m${at}.test.js`), testOf(at));
  }
  for (const [path, text] of Object.entries(but)) writeFileSync(join(target, path), text);
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'first'],
  ])
    execFileSync('git', args, { cwd: target, stdio: 'ignore' });
  return target;
}

export const testOf = (at, title = `module ${at}`) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { value } from './m${at}.js';

test('${title}', async () => {
  await setTimeout(200);
  assert.equal(value(), ${at});
});
`;

export const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
