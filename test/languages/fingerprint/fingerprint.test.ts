import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeFingerprint } from '../../../src/languages/structure/fingerprint/fingerprint.ts';
import { growsNoFasterThanSize } from '../../support/growth.ts';
import { togetherParsers } from '../../support/parsers.ts';
import { tempDir } from '../../support/temp.ts';

const parsers = togetherParsers();

/** The fingerprint of a change, through git's own diff of two folders. */
function print(path: string, from: string | null, to: string | null): Promise<string> {
  return changeFingerprint(patch(path, from, to), new Map(to === null ? [] : [[path, to]]), parsers);
}

function patch(path: string, from: string | null, to: string | null): string {
  const dir = tempDir();
  for (const [side, text] of [
    ['a', from],
    ['b', to],
  ] as const) {
    mkdirSync(join(dir, side));
    if (text !== null) writeFileSync(join(dir, side, path), text);
  }
  try {
    return execFileSync('git', ['-C', dir, 'diff', '--no-index', '--no-prefix', 'a', 'b'], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: string }).stdout); // git exits with 1 where the folders differ.
  }
}

const base = `/**
 * Adds.
 * Twice.
 */
export function add(a, b) {
  const sum = a - b;
  log('sum', sum);
  return sum;
}
`;

describe('the fingerprint of a change', () => {
  const change = () => print('a.js', base, base.replace('a - b', 'a + b'));

  test.each([
    ['white space', base.replace('  const sum = a - b;', '    const sum  =  a+b;')],
    ['line breaks', base.replace('const sum = a - b;', 'const sum =\n    a +\n    b;')],
    ['a semicolon', base.replace('a - b;', 'a + b')],
    ['a comment beside it', base.replace('a - b;', 'a + b; // the sum')],
    ['a comment above it', base.replace('  const sum = a - b', '  /* the\n   * sum */\n  const sum = a + b')],
    ['documentation', base.replace('a - b', 'a + b').replace(' * Twice.', ' * Once.\n * Or more.')],
  ])('is the same with other %s', async (_what, now) => {
    expect(await print('a.js', base, now)).toBe(await change());
  });

  test.each([
    ['another operator', base.replace('a - b', 'a * b')],
    ['another operand', base.replace('a - b', 'a + c')],
    ['one more line', base.replace('a - b;', 'a + b;\n  check(sum);')],
    ['another place', base.replace('return sum', 'return a + b')],
    ['nothing', base],
  ])('differs with %s', async (_what, now) => {
    expect(await print('a.js', base, now)).not.toBe(await change());
  });

  test('quotes and trailing commas are formatting', async () => {
    const now = (text: string) => print('a.js', base, base.replace("log('sum', sum);", text));
    expect(await now('log("total", sum);')).toBe(await now("log('total', sum);"));
    expect(await now("log(\n    'total',\n    sum,\n  );")).toBe(await now("log('total', sum);"));
    expect(await now('log("it\'s", sum);')).toBe(await now("log('it\\'s', sum);"));
    expect(await now("log('a  b', sum);")).not.toBe(await now("log('a b', sum);"));
    expect(await now("log('// a', sum);")).not.toBe(await now("log('// b', sum);"));
  });

  test('in Python the depth of a line is no formatting, its width is', async () => {
    const python = (text: string) => print('a.py', 'def f(x):\n    y = 1\n    return x\n', text);
    expect(await python('def f(x):\n  y = 2\n  return x\n')).toBe(
      await python('def f(x):\n        y = 2\n        return x\n'),
    );
    expect(await python('def f(x):\n    if x:\n        y = 2\n        return x\n')).not.toBe(
      await python('def f(x):\n    if x:\n        y = 2\n    return x\n'),
    );
    expect(await python('def f(x):\n    y = 1\n    return x,\n')).not.toBe(
      await python('def f(x):\n    y = 1\n    return x\n'),
    );
    expect(await python('def f(x):\n    y = (1,)\n    return x\n')).not.toBe(
      await python('def f(x):\n    y = (1)\n    return x\n'),
    );
    expect(await python('def f(x):\n    y = 2  # two\n    return x\n')).toBe(
      await python('def f(x):\n    y = 2\n    return x\n'),
    );
  });

  test('files that come, go or move count, as does their name', async () => {
    const all = await Promise.all([
      print('a.js', null, 'x();\n'),
      print('a.js', 'x();\n', null),
      print('b.js', null, 'x();\n'),
      print('a.js', null, ''),
      print('a.md', null, 'x();\n'),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  test('lines that move are no formatting', async () => {
    const lines = ['one();', 'two();', 'three();', 'four();'];
    const text = (order: number[]) => order.map((at) => lines[at]).join('\n');
    const orders = [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [0, 1, 3, 2],
    ];
    const moved = await Promise.all(orders.map((order) => print('a.js', text([0, 1, 2, 3]), text(order))));
    expect(new Set(moved).size).toBe(3);
  });

  test('the order of files in a patch does not count', async () => {
    const [a, b] = [patch('a.js', null, 'x();\n'), patch('b.js', null, 'y();\n')];
    const texts = new Map([
      ['a.js', 'x();\n'],
      ['b.js', 'y();\n'],
    ]);
    expect(await changeFingerprint(a + b, texts, parsers)).toBe(await changeFingerprint(b + a, texts, parsers));
  });

  test('binary content counts', async () => {
    expect(await print('a.bin', 'a\0b', 'a\0c')).not.toBe(await print('a.bin', 'a\0b', 'a\0d'));
  });

  test('lines that look like headers are read as lines', async () => {
    expect(await print('a.sql', '-- a\n', '++ b\n')).not.toBe(await print('a.sql', '-- a\n', '++ c\n'));
  });
});

test('megabytes in one line are told apart, in a time in proportion to them', async () => {
  const adding = (line: string) =>
    changeFingerprint(
      `diff --git a/a.js b/a.js\nnew file mode 100644\n--- /dev/null\n+++ b/a.js\n@@ -0,0 +1 @@\n+${line}\n`,
      new Map([['a.js', `${line}\n`]]),
      parsers,
    );
  const telling = async (times: number) => {
    const braces = '} '.repeat(times);
    const one = await adding(braces);
    expect(await adding(braces)).toBe(one);
    expect(await adding(`${braces}x`)).not.toBe(one);
  };
  await growsNoFasterThanSize(telling, 75_000);
  await telling(4 << 20);
});
