import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fortyModules, median, testOf, timed, verify } from '../forty.js';

const rounds = 3;
export const name = 'verify-fixes';

/**
 * What `pawl verify` adds to a suite of 10 s where the change fixes a test and brings another: how many runs of those
 * two test files, beyond the bare test command and a fifth of it.
 */
export async function run() {
  const place = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const target = fortyModules(join(place, 'target'), { 'm7.js': 'export const value = () => 8;\n' });
    const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, 'state') };
    const [bare, judged, own] = [[], [], []];
    for (let round = 0; round <= rounds; round += 1) {
      writeFileSync(join(target, 'm7.js'), `export const value = () => ${round} + ${7 - round};\n`);
      writeFileSync(join(target, 'more.test.js'), testOf(7, 'as before'));
      const whole = verify(target, env);
      // The first one also measures the baseline of the commit.
      if (round === 0) continue;
      judged.push(whole);
      bare.push(timed('node', ['--test'], target, env));
      own.push(timed('node', ['--test', 'm7.test.js', 'more.test.js'], target, env));
    }
    const [plain, whole, files] = [median(bare), median(judged), median(own)];
    const seconds = (ms) => (ms / 1000).toFixed(2);
    return {
      value: (whole - plain - Math.max(1000, plain / 5)) / files,
      bound: 3,
      unit: ' runs',
      detail: `${seconds(whole)} s against ${seconds(plain)} s bare, the two files ${seconds(files)} s, medians of ${rounds}`,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
