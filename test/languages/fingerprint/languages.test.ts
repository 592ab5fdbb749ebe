import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeFingerprint } from '../../../src/languages/structure/fingerprint/fingerprint.ts';
import type { Parsers } from '../../../src/schema/code/tree.ts';
import { growsNoFasterThanSize } from '../../support/growth.ts';
import { togetherParsers } from '../../support/parsers.ts';
import { fingerprints, isSame } from './pairs.ts';

const parsers = togetherParsers();

const added = (path: string, text: string): Promise<string> => {
  const lines = text.split('\n');
  return changeFingerprint(
    `diff --git a/${path} b/${path}\nnew file mode 100644\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`,
    new Map([[path, text]]),
    parsers,
  );
};

describe('other languages', () => {
  const go =
    'package a\n\nfunc Total(items []Item, tax int) (int, error) {\n\tsum := 0\n\tfor _, item := range items {\n\t\tif item.Count > 0 {\n\t\t\tsum += item.Price * item.Count\n\t\t}\n\t}\n\treturn sum - tax, nil\n}\n';
  const rust =
    'pub fn total(items: &[Item], tax: i32) -> Result<i32, Fault> {\n    let mut sum = 0;\n    for item in items.iter() {\n        if item.count > 0 {\n            sum += item.price * item.count;\n        }\n    }\n    Ok(sum - tax)\n}\n';
  const java =
    'class Shop {\n  int total(List<Item> items, int tax) {\n    int sum = 0;\n    for (Item item : items) {\n      if (item.count > 0) {\n        sum += item.price * item.count;\n      }\n    }\n    return sum - tax;\n  }\n}\n';
  const javascript =
    'export const total = (items, tax) => {\n  let sum = 0;\n  for (const item of items) {\n    if (item.count > 0) {\n      sum += item.price * item.count;\n    }\n  }\n  return sum - tax;\n};\n';
  const sources: [string, string][] = [
    ['go', go],
    ['rs', rust],
    ['java', java],
    ['js', javascript],
  ];
  const rewrites: [string, (text: string) => string][] = [
    ['another name', (text) => text.replaceAll(/\bsum\b/g, 'amount')],
    ['another name of a parameter', (text) => text.replaceAll(/\btax\b/g, 'levy')],
    ['comments', (text) => text.replace(/^(\s+)if/m, '$1// Only what is there.\n$1if')],
    [
      'factors swapped',
      (text) =>
        text
          .replace('item.price * item.count', 'item.count * item.price')
          .replace('item.Price * item.Count', 'item.Count * item.Price'),
    ],
    ['a comparison mirrored', (text) => text.replace(/item\.([cC]ount) > 0/, '0 < item.$1')],
    ['a long assignment', (text) => text.replace(/sum \+= (.*)/, 'sum = sum + $1')],
    ['round brackets', (text) => text.replace('sum - tax', '(sum - tax)')],
    ['other indents', (text) => text.replaceAll(/^(\s+)/gm, '$1$1')],
  ];
  const edits: [string, (text: string) => string][] = [
    ['a plus', (text) => text.replace('sum - tax', 'sum + tax')],
    ['the difference turned round', (text) => text.replace('sum - tax', 'tax - sum')],
    ['at least', (text) => text.replace(' > 0', ' >= 0')],
    ['another number', (text) => text.replace('> 0', '> 1')],
    ['another field', (text) => text.replace(/\.([pP])rice/, '.$1lace')],
    ['no sum', (text) => text.replace('sum +=', 'sum =')],
    ['a line less', (text) => text.replace(/^.*sum \+=.*\n/m, '')],
  ];
  test.each(sources)('in %s rewrites are the same and edits are not', async (extension, text) => {
    const all = [text, ...[...rewrites, ...edits].map(([, make]) => make(text))];
    const [first = '', ...others] = await fingerprints(
      all.map((one) => ['', one]),
      extension,
    );
    const told = Object.fromEntries(
      [...rewrites, ...edits].map(([name], at) => [name, isSame(first, others[at] ?? '')]),
    );
    expect(told).toEqual(
      Object.fromEntries([...rewrites.map(([name]) => [name, true]), ...edits.map(([name]) => [name, false])]),
    );
  });
});

describe('what cannot be read', () => {
  const none: Parsers = {
    trees: async (_, texts) => texts.map(() => null),
    find: async (_, __, texts) => texts.map(() => null),
  };
  const print = (text: string, by: Parsers) =>
    changeFingerprint(
      `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,1 +1,1 @@\n-x = 1\n+${text}\n`,
      new Map([['a.py', `${text}\n`]]),
      by,
    );

  test('without a parser, only formatting is no difference', async () => {
    expect(await print('x = a + b', none)).toBe(await print('x  =  a+b  # sum', none));
    expect(isSame(await print('x = a + b', none), await print('x = b + a', none))).toBe(false);
    expect(isSame(await print('x = a + b', parsers), await print('x = b + a', parsers))).toBe(true);
  });

  test('where the parser does not understand a changed line, too', async () => {
    expect(isSame(await print('x = = a + b', parsers), await print('x = = b + a', parsers))).toBe(false);
    expect(isSame(await print('x = = a + b', parsers), await print('x = =  a + b', parsers))).toBe(true);
  });

  test('an error elsewhere in the file does not matter', async () => {
    const patch = (text: string) =>
      changeFingerprint(
        `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,1 +1,1 @@\n-x = 1\n+${text}\n`,
        new Map([['a.py', `${text}\n${'y = 1\n'.repeat(8)}def broken(:\n`]]),
        parsers,
      );
    expect(isSame(await patch('x = a + b'), await patch('x = b + a'))).toBe(true);
  });
});

describe('a change of one of many functions', () => {
  test('may call its own names what others are called', async () => {
    const other = 'def other(items):\n    total = 0\n    for item in items:\n        total += item\n    return total\n';
    const filler = Array.from({ length: 12 }, (_, at) => `LINE${at} = ${at}\n`).join('');
    const base = `${other}${filler}def wanted(items):\n    total = 0\n    return total\n`;
    const now = (name: string) =>
      `${other}${filler}def wanted(items):\n    ${name} = len(items)\n    log(${name} + 1)\n    return ${name} * 2\n`;
    const [one = '', two = ''] = await fingerprints(
      [
        [base, now('total')],
        [base, now('amount')],
      ],
      'py',
    );
    expect(isSame(one, two)).toBe(true);
  });
});

describe('a long change', () => {
  const lines = (arguments_: string) =>
    [
      'def run(a, b):',
      ...Array.from({ length: 40 }, (_, at) => `    step${at}(a, b)`),
      `    finish(${arguments_})`,
    ].join('\n');

  test('is nearly the same with one statement written otherwise, and not with another word', async () => {
    expect(isSame(await added('a.py', lines('a, b')), await added('a.py', lines('b, a')))).toBe(true);
    expect(isSame(await added('a.py', lines('a, b')), await added('a.py', lines('a, b, 1')))).toBe(false);
    expect(isSame(await added('a.py', lines('a, b')), await added('b.py', lines('b, a')))).toBe(false);
  });
});

describe('hostile text', () => {
  const piece = fc.constantFrom(
    ...[
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '<',
      '>',
      '=>',
      '->',
      ':',
      '?',
      ',',
      ';',
      '\n',
      '\n    ',
      '\n\t',
      '"',
      "'",
      '`',
      '${',
      '/',
      '//',
      '/*',
      '*/',
      '#',
      '\\',
      '"""',
      'f"{',
      '!',
    ],
    ...[
      'if',
      'else',
      'elif',
      'for',
      'in',
      'of',
      'return',
      'lambda',
      'def f',
      'fn f',
      'func',
      'function',
      'async',
      'class A',
      'const',
      'enum',
      'case',
      'default',
      'not',
      'is',
      'try',
      'except',
      'as',
      'match',
      'a',
      'b',
      '1',
      '=',
      '+=',
      ':=',
      '+',
      '*',
      '&&',
      'and',
      '|',
      '||',
      '.',
      '?.',
      '::',
      '++',
      '@',
      'ä',
    ],
  );
  test.each(['py', 'ts', 'jsx', 'go', 'rs', 'java', 'md'])('of any shape is read in %s', async (extension) => {
    const texts = fc.sample(fc.array(piece, { maxLength: 60 }), 150).flatMap((one) => [one.join(' '), one.join('')]);
    const all = () => Promise.all(texts.map((text) => added(`a.${extension}`, text)));
    const made = await all();
    for (const print of made) expect(print).toMatch(/^v4:[0-9a-f]{32}:[0-9a-f]{8}:[\w+/=]+$/);
    expect(await all()).toEqual(made);
  });

  test.each(['ts', 'py', 'rs'])('of great depth or length is read in %s', async (extension) => {
    const units = ['(', '{', 'a + ', '<a', 'x = 1\n', "'"];
    const texts = [...units.map((unit) => unit.repeat(20_000)), 'if (a) '.repeat(5000), '`${'.repeat(5000)];
    for (const text of texts) expect(await added(`a.${extension}`, text)).toMatch(/^v4:/);
  });

  test.each(['ts', 'py', 'rs'])('of any length takes no longer than in proportion to it in %s', async (extension) => {
    await growsNoFasterThanSize((size) => added(`a.${extension}`, 'x = 1\n'.repeat(size)), 5_000);
  });
});
