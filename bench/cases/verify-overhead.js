import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fortyModules, median, timed, verify } from '../forty.js';

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
    const target = fortyModules(join(place, 'target'));
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
