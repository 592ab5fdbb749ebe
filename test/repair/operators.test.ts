import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/languages/repair/shape.ts';
import { applied } from '../../src/repair/candidate.ts';
import { repairOf } from '../../src/repair/templates.ts';

const evidence: Evidence = {
  ...{ messages: [], frames: [], wrong: [], corrections: new Map(), literals: new Set(), counts: new Map() },
  isFrame: () => false,
  imports: () => [],
};

/** What becomes of a condition by another operator. */
async function others(path: string, condition: string): Promise<string[]> {
  const text = path.endsWith('.py')
    ? `def f(x, n):\n    return ${condition}\n`
    : `export function f(x, n) {\n  return ${condition};\n}\n`;
  const source = await repairOf(path)?.read(path, text);
  const proposals = source?.propose(evidence).filter(({ template }) => template === 'operator') ?? [];
  return proposals.map(({ edits }) => /return (.*?);?\n/.exec(applied(text, edits))?.[1] ?? '');
}

describe('another operator', () => {
  test('leaves no condition that always holds, or of which a part says nothing', async () => {
    expect((await others('lib.js', 'x >= 1 && x <= 9')).sort()).toEqual(['x > 1 && x <= 9', 'x >= 1 && x < 9']);
    expect((await others('lib.js', 'x > 9 || x < 1')).sort()).toEqual(['x > 9 || x <= 1', 'x >= 9 || x < 1']);
    expect(await others('lib.js', 'x >= 1 && n <= 9')).toContain('x >= 1 || n <= 9');
    expect((await others('lib.py', '1 <= x <= 9')).sort()).toEqual(['1 < x <= 9', '1 <= x < 9']);
    expect(await others('lib.py', 'x <= 9 and n >= 1')).toContain('x >= 9 and n >= 1');
  });

  test('is not tried where a remainder asks whether one divides the other', async () => {
    expect(await others('lib.js', 'x % 3 === 0')).toEqual(['x % 3 !== 0']);
    expect(await others('lib.py', 'x % 3 == 0')).toEqual(['x % 3 != 0']);
    expect(await others('lib.py', 'x % 3')).toContain('x // 3');
  });
});

describe('edits to JavaScript', () => {
  const edited = async (text: string, template: string, changes: Partial<Evidence> = {}) => {
    const source = await repairOf('lib.js')?.read('lib.js', text);
    const proposals = source?.propose({ ...evidence, ...changes }).filter((one) => one.template === template) ?? [];
    return proposals.map(({ edits, weight, line }) => ({ text: applied(text, edits), weight, line }));
  };

  test('make two questions of one and its else', async () => {
    const text = 'function f(x) {\n  if (x > 1) {\n    x = null;\n  } else if (x === null) {\n    x = 0;\n  }\n}\n';
    expect((await edited(text, 'else')).map((one) => one.text)).toEqual([
      'function f(x) {\n  if (x > 1) {\n    x = null;\n  }\n  if (x === null) {\n    x = 0;\n  }\n}\n',
    ]);
  });

  test('do so above all where null was met in the function, and tell it of the first question', async () => {
    const text =
      'function f(x, g) {\n  if (g) {\n    x = g(x);\n  } else if (x < 0) {\n    x = 0;\n  } else if (x === null) {\n    x = 1;\n  }\n  return x.a;\n}\n';
    const messages = ["TypeError: Cannot read properties of null (reading 'a')"];
    const frames = [{ path: 'lib.js', line: 9 }];
    const told = await edited(text, 'else', { messages, frames });
    expect(told.map(({ weight, line }) => [weight, line])).toEqual([
      [0.35, 2],
      [1, 2],
    ]);
    expect((await edited(text, 'else', { messages })).map(({ weight }) => weight)).toEqual([0.35, 0.35]);
  });

  test('ask of what is passed along what is asked of the first', async () => {
    const text = "function f(x, y, z) {\n  if (x && typeof x === 'object') return join(x, y, 1) + g(z);\n}\n";
    const both = (await edited(text, 'kind')).map((one) => one.text).filter((one) => one.includes('&& y'));
    expect(both).toEqual([text.replace("'object')", "'object' && y && typeof y === 'object')")]);
  });

  test('make texts of all that one method is called of, where an error says that one is none', async () => {
    const text = 'function f(a, b) {\n  return a.trim() + b.trim();\n}\n';
    const messages = ['TypeError: a.trim is not a function'];
    const told = { messages, isFrame: () => true };
    expect((await edited(text, 'kind', told)).map((one) => one.text)).toContain(
      text.replace('a.trim() + b.trim()', 'String(a).trim() + String(b).trim()'),
    );
    expect(await edited(text, 'kind')).toEqual([]);
  });

  test('compare by what the file has for that, but not in there', async () => {
    const text =
      "const { compareIds } = require('./ids');\nconst cmp = (a, b) => (a === b ? 0 : 1);\nfunction f(a, b) {\n  return a.id === b || a === null;\n}\n";
    expect((await edited(text, 'comparison')).map((one) => one.text)).toEqual([
      text.replace('a === b', 'compareIds(a, b) === 0'),
      text.replace('a.id === b', 'compareIds(a.id, b) === 0'),
      text.replace('a.id === b', 'cmp(a.id, b) === 0'),
    ]);
  });

  test('bring a line of another branch to where it is missing', async () => {
    const text =
      "function f(x, how) {\n  switch (how) {\n    case 'a':\n      x.reset();\n      x.go();\n      break;\n    case 'b':\n      x.go();\n      break;\n  }\n}\n";
    const second = text.lastIndexOf('x.go();');
    expect((await edited(text, 'missing statement')).map((one) => one.text)).toContain(
      `${text.slice(0, second)}x.reset();\n      ${text.slice(second)}`,
    );
    expect(await edited('function f(x) {\n  x.reset();\n  x.go();\n}\n', 'missing statement')).toEqual([]);
  });

  test('put two statements into the other order only where one changes what the other reads', async () => {
    const text = 'function f(a, all) {\n  a = a.slice(1);\n  all.push(a);\n  all.sort();\n}\n';
    expect((await edited(text, 'order of statements')).map((one) => one.text)).toEqual([
      'function f(a, all) {\n  all.push(a);\n  a = a.slice(1);\n  all.sort();\n}\n',
    ]);
  });

  test('take the prototype from an empty object only where an error speaks of one', async () => {
    const text = 'function f() {\n  var all = {};\n  return g({}, { a: {} });\n}\n';
    const messages = ["TypeError: Cannot assign to read only property 'a' of object '#<Object>'"];
    expect(await edited(text, 'prototype')).toEqual([]);
    expect((await edited(text, 'prototype', { messages })).map((one) => one.text)).toEqual([
      text.replace('all = {}', 'all = { __proto__: null }'),
    ]);
  });

  test('ask whether there is an object first of all where null was met in the same function', async () => {
    const text = "function f(x) {\n  if (typeof x !== 'object') return [];\n  return x.a;\n}\n";
    const messages = ["TypeError: Cannot read properties of null (reading 'a')"];
    const frames = [{ path: 'lib.js', line: 3 }];
    const told = async (changes: Partial<Evidence>) =>
      (await edited(text, 'guard', changes)).filter((one) => one.text.includes("if (!x || typeof x !== 'object')"));
    expect((await told({}))[0]?.weight).toBeLessThan((await told({ messages, frames }))[0]?.weight ?? 0);
    expect((await told({ messages }))[0]?.weight).toBe((await told({}))[0]?.weight);
  });
});
