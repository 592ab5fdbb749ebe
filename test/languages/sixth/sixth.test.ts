import { afterAll, describe, expect, test } from 'vitest';
import { astGrep } from '../../../src/adapters/parsers/parsers.ts';
import { isProtected } from '../../../src/languages/judging/protection/protected.ts';
import { languageOf, register } from '../../../src/languages/registry.ts';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { changeFingerprint } from '../../../src/languages/structure/fingerprint/fingerprint.ts';
import { factsOf, isMapped } from '../../../src/languages/structure/map/facts.ts';
import { policyWith } from '../../core/policy.ts';
import { placeWith } from '../../rooms/place.ts';
import { pebble } from './pebble.ts';

const files = {
  'pebble.conf': 'tests/\n',
  'coins.peb': 'total = 2 + 2 ; to be five\nlimit = 1 + 1\n',
  'tests/coins.peb': 'expect total 5\nexpect limit 2\n',
};

let unregister = register(pebble);
afterAll(() => unregister());

describe('a language that registers one object', () => {
  test('is found by its files', async () => {
    const runner = await detectRunner({ paths: Object.keys(files), read: async () => null }, policyWith().tests);
    expect(runner?.id).toBe('pebble');
  });

  test('gets a verdict from its own runner, test by test', async () => {
    const place = await placeWith({ measured: true, files, request: 'make the tests pass' });
    await place.attempt({ 'coins.peb': 'total = 2 + 3\nlimit = 1 + 1\n' });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({
      status: 'pass',
      tests: { total: 2, passed: 2, failed: 0, fixed: 1, broken: 0 },
    });
    await place.attempt({ 'coins.peb': 'total = 2 + 2\nlimit = 1 + 0\n' });
    const second = await place.judged();
    expect(second.verdict.verdict).toMatchObject({
      status: 'fail',
      test_failures: [{ test: 'tests/coins.peb > total' }, { test: 'tests/coins.peb > limit' }],
    });
  });

  test('is parsed before it is run', async () => {
    const place = await placeWith({ measured: true, files });
    await place.attempt({ 'coins.peb': 'total is five\n' });
    const { verdict } = await place.judged();
    expect(verdict.verdict).toMatchObject({
      stopped_at: 'syntax',
      syntax_errors: [{ file: 'coins.peb', line: 1, message: 'this is no Pebble' }],
    });
  });

  test('has its tests, its settings and the keys of its manifest protected', async () => {
    expect(isProtected('.pebblerc', () => false, false)).toEqual({ rule: 'test runner configuration' });
    const place = await placeWith({ measured: true, files });
    const right = { 'coins.peb': 'total = 2 + 3\nlimit = 1 + 1\n' };
    for (const [path, text] of [
      ['tests/coins.peb', 'expect total 4\n'],
      ['pebble.conf', 'elsewhere/\n'],
    ] as const) {
      await place.attempt({ ...right, [path]: text });
      const { verdict } = await place.judged();
      expect(verdict.verdict).toMatchObject({ status: 'pass', integrity: [{ file: path }] });
      expect(await place.clone.read(verdict.judged_tree, path)).toBe(files[path]);
    }
  });

  test('is on the map with what it defines', async () => {
    const text = files['coins.peb'];
    expect(isMapped('coins.peb')).toBe(true);
    const [facts] = await factsOf([{ path: 'coins.peb', text }], astGrep());
    expect(facts?.defs.map(({ name, line }) => [name, line])).toEqual([
      ['total', 1],
      ['limit', 2],
    ]);
  });

  test('has fingerprints by its own canonical form', async () => {
    const of = async (line: string) => {
      const patch = `diff --git a/a.peb b/a.peb\n--- a/a.peb\n+++ b/a.peb\n@@ -1 +1 @@\n-total = 2 + 2\n+${line}\n`;
      return (await changeFingerprint(patch, new Map([['a.peb', `${line}\n`]]), astGrep())).split(':')[1];
    };
    const [one, swapped, other] = await Promise.all([
      of('total = 2 + 3'),
      of('total=3 + 2 ; five'),
      of('total = 2 + 4'),
    ]);
    expect(swapped).toBe(one);
    expect(other).not.toBe(one);
  });

  test('is gone when it is taken out again', () => {
    unregister();
    expect(languageOf('coins.peb')).toBeNull();
    unregister = register(pebble);
  });
});
