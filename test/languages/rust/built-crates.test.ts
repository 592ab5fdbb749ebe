import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtCrates } from '../../../src/languages/rust/runners/built-crates.ts';

const hash = (digit: number) => String(digit).repeat(16);

test('takes the crates of others with their times, and nothing that is built from the tree', () => {
  const dir = mkdtempSync(join(tmpdir(), 'pawl-crates-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [tree, from] = [join(dir, 'tree'), join(dir, 'built')];
  const to = join(tree, 'target', 'debug');
  mkdirSync(tree);
  const put = (path: string, content = '') => {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), content);
    utimesSync(join(from, path), 1000, 1000);
  };
  const unit = (name: string, digit: number, sources: string[]) => {
    put(`.fingerprint/${name}-${hash(digit)}/lib-${name}`);
    put(`deps/lib${name}-${hash(digit)}.rlib`);
    put(
      `deps/${name}-${hash(digit)}.d`,
      `x.rlib: ${sources.join(' ')}\n\n${sources.map((path) => `${path}:\n`).join('')}`,
    );
  };
  unit('other', 1, ['/home/u/.cargo/registry/src/other/src/lib.rs', `${to}/build/other-${hash(5)}/out/made.rs`]);
  unit('own', 2, ['src/lib.rs']);
  unit('vendored', 3, [`${tree}/vendor/vendored/src/lib.rs`]);
  unit('own', 4, ['/home/u/.cargo/registry/src/own/src/lib.rs']);
  for (const [name, digit] of [
    ['other', 5],
    ['own', 6],
  ] as const) {
    put(`.fingerprint/${name}-${hash(digit)}/run-build-script-build-script-build`);
    put(`build/${name}-${hash(digit)}/output`);
  }
  put('incremental/own-1/x');
  const script = join(dir, 'script.mjs');
  writeFileSync(script, builtCrates);
  execFileSync(process.execPath, [script, from, to, 'own'], { cwd: tree });
  expect(readdirSync(join(to, '.fingerprint')).sort()).toEqual(
    [`other-${hash(1)}`, `other-${hash(5)}`, `own-${hash(4)}`].sort(),
  );
  expect(readdirSync(join(to, 'deps'))).toContain(`libown-${hash(4)}.rlib`);
  expect(readdirSync(join(to, 'deps'))).not.toContain(`libown-${hash(2)}.rlib`);
  expect(readdirSync(join(to, 'build'))).toEqual([`other-${hash(5)}`]);
  expect(readdirSync(to)).not.toContain('incremental');
  expect(statSync(join(to, 'deps', `libother-${hash(1)}.rlib`)).mtimeMs).toBe(1_000_000);
});
