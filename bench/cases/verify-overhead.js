import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const rounds = 3;
export const name = 'verify-overhead';

/**
 * What `pawl verify` adds to a suite of 10 s, as a share of the bare test command: from start to exit, with everything
 * that it runs besides the suite (the control, coverage). The baseline of the commit is known, as it is from the second
 * change on. The change is a rewrite of one of the 40 modules, which one of the 40 test files imports.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const target = makeTarget(join(place, 'target'));
    const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, 'state') };
    verify(target, env);
    const [bare, judged] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      writeFileSync(
        join(target, 'm7.js'),
        `export const value = () => {\n  const known = ${round};\n  return known - ${round} + 7;\n};\n`,
      );
      bare.push(timed('node', ['--test'], target, env));
      judged.push(verify(target, env));
    }
    const [plain, whole] = [median(bare), median(judged)];
    const detail = `${(whole / 1000).toFixed(2)} s against ${(plain / 1000).toFixed(2)} s bare, medians of ${rounds}`;
    return { value: (100 * (whole - plain)) / plain, bound: 10, unit: '%', detail };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const verify = (target, env) => timed(process.execPath, [pawl, 'verify', '--target', target, '--json'], target, env);

function timed(command, args, cwd, env) {
  const from = performance.now();
  const { status, stdout } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout.slice(-2000));
  return performance.now() - from;
}

function makeTarget(target) {
  mkdirSync(target);
  writeFileSync(
    join(target, 'package.json'),
    '{ "name": "ten", "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  for (let at = 0; at < 40; at += 1) {
    writeFileSync(join(target, `m${at}.js`), `export const value = () => ${at};\n`);
    writeFileSync(join(target, `m${at}.test.js`), testOf(at));
  }
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'first'],
  ])
    execFileSync('git', args, { cwd: target, stdio: 'ignore' });
  return target;
}

const testOf = (at) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { value } from './m${at}.js';

test('module ${at}', async () => {
  await setTimeout(200);
  assert.equal(value(), ${at});
});
`;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
