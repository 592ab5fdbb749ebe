import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Failure, failureSignature, normaliseMessage } from '../../src/code/signature.ts';
import { growsNoFasterThanSize } from '../support/growth.ts';

const failure = (part: Partial<Failure> = {}): Failure => ({
  syntax: [],
  failures: [],
  errors: [],
  outcome: 'ok',
  ...part,
});
const one = (message: string, test = 'a.test.js > adds', type = 'AssertionError') =>
  failureSignature(failure({ failures: [{ test, error: { type, message } }] }));

const two = (n: number) => String(n).padStart(2, '0');
/** Pieces that change from run to run, each drawn anew. */
const noise = {
  address: fc.nat(0xffffffff).map((n) => `<Thing object at 0x7f${n.toString(16)}>`),
  time: fc
    .tuple(
      fc.integer({ min: 2000, max: 2099 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.nat(23),
      fc.nat(59),
    )
    .map(
      ([y, mo, d, h, mi]) =>
        `at ${y}-${two(mo)}-${two(d)}T${two(h)}:${two(mi)}:00.${mi}Z and ${y}-${two(mo)}-${two(d)} ${two(h)}:${two(mi)}:07`,
    ),
  duration: fc
    .tuple(fc.nat(90_000), fc.nat(99))
    .map(([a, b]) => `timed out after ${a}ms (${b}.${b} s), took ${b} seconds`),
  temporary: fc.stringMatching(/^[A-Za-z0-9]{6}$/).map((id) => `cannot open '/tmp/pawl-${id}/x/data.json'`),
  home: fc
    .constantFrom('/home/a/w', '/srv/b', '/Users/c/d e'.replace(' ', ''))
    .map((dir) => `from ${dir}/src/add.js:3:7`),
  line: fc
    .tuple(fc.nat(999), fc.nat(99))
    .map(([line, column]) => `(src/add.js:${line}:${column}) at line ${line} column ${column}`),
  port: fc
    .integer({ min: 1024, max: 65535 })
    .map((port) => `connect ECONNREFUSED 127.0.0.1:${port}, http://localhost:${port}/a, port ${port}`),
  uuid: fc.uuid().map((id) => `row ${id} is missing`),
  seed: fc.integer().map((seed) => `{ seed: ${seed}, runs: 1 }`),
  hex: fc.stringMatching(/^[0-9]{4}[a-f]{4}[0-9a-f]{4}$/).map((id) => `commit ${id} is gone`),
};

describe('a failure signature', () => {
  test.each(Object.keys(noise) as (keyof typeof noise)[])('is the same whatever the %s', (kind) => {
    fc.assert(
      fc.property(noise[kind], noise[kind], (a, b) => {
        expect(normaliseMessage(a)).toBe(normaliseMessage(b));
        expect(one(a)).toBe(one(b));
      }),
    );
  });

  test('does not depend on order, repetition, colours or white space', () => {
    const item = fc.record({ test: fc.string(), error: fc.record({ type: fc.string(), message: fc.string() }) });
    fc.assert(
      fc.property(fc.array(item), (failures) => {
        const plain = failureSignature(failure({ failures }));
        expect(failureSignature(failure({ failures: [...failures, ...failures].reverse() }))).toBe(plain);
      }),
    );
    expect(one('\u001b[31mexpected\u001b[39m  1\n to be 2')).toBe(one('expected 1 to be 2'));
  });

  test('differs for different faults', () => {
    const all = [
      one('expected 1 to be 2'),
      one('expected 1 to be 3'),
      one("expected '5s' to be '50s'"),
      one("expected '5s' to be '51s'"),
      one('expected 12345678 to be 0'),
      one('expected 12345679 to be 0'),
      one('expected [ 1, 2 ] to equal [ 2, 1 ]'),
      one("Cannot find module './a.js'"),
      one("Cannot find module './b.js'"),
      one("Cannot find module '/home/x/a.js'"),
      one("Cannot find module '/home/x/b.js'"),
      one('expected 1 to be 2', 'a.test.js > subtracts'),
      one('expected 1 to be 2', 'test_a.py > test_x[1]'),
      one('expected 1 to be 2', 'test_a.py > test_x[2]'),
      one('expected 1 to be 2', 'a.test.js > adds', 'TypeError'),
      failureSignature(failure()),
      failureSignature(failure({ outcome: 'timeout' })),
      failureSignature(failure({ syntax: [{ file: 'a.js', line: 1, column: 1, message: 'Unexpected token' }] })),
      failureSignature(failure({ syntax: [{ file: 'b.js', line: 1, column: 1, message: 'Unexpected token' }] })),
      failureSignature(failure({ errors: [{ type: 'Error', message: 'x', stack: '', file: 'a.js', line: 1 }] })),
      failureSignature(failure({ errors: [{ type: 'Error', message: 'y', stack: '', file: 'a.js', line: 1 }] })),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('does not follow a fault that moves to another line', () => {
    const at = (line: number) => ({
      syntax: [{ file: 'a.js', line, column: line, message: 'Unexpected token' }],
      errors: [{ type: 'Error', message: 'x', stack: `at a.js:${line}`, file: 'a.js', line }],
    });
    expect(failureSignature(failure(at(1)))).toBe(failureSignature(failure(at(40))));
  });

  test.each(['/a', '0', ' ', 'a:1', '/'])('takes no longer than the text is long: of "%s" alone', async (unit) => {
    await growsNoFasterThanSize((size) => normaliseMessage(unit.repeat(size / unit.length)), 25_000);
  });
});
