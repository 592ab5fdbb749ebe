import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { growsNoFasterThanSize, growth } from '../support/growth.ts';

const squared =
  'let n = 0; for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) n += a ^ b; globalThis.n = n;';
const straight = 'let n = 0; for (let a = 0; a < size * 1000; a++) n += a ^ 7; globalThis.n = n;';

test('work that compares everything with everything is told from work that looks at everything once', async () => {
  await expect(growsNoFasterThanSize(new Function('size', squared) as (size: number) => void, 3000)).rejects.toThrow(
    /^4 times the size took 1\d\.\d times as long$/,
  );
  await growsNoFasterThanSize(new Function('size', straight) as (size: number) => void, 10_000);
});

test('so is the work of a process that was waited for', async () => {
  const inChild = (body: string) => (size: number) =>
    spawnSync(process.execPath, ['-e', `(new Function('size', ${JSON.stringify(body)}))(${size})`]);
  expect(await growth(inChild(squared), 12_000, Number.POSITIVE_INFINITY)).toBeGreaterThan(7);
  expect(await growth(inChild(straight), 100_000)).toBeLessThan(6);
});
