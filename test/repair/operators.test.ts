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
    return proposals.map(({ edits, weight }) => ({ text: applied(text, edits), weight }));
  };

  test('make two questions of one and its else', async () => {
    const text = 'function f(x) {\n  if (x > 1) {\n    x = null;\n  } else if (x === null) {\n    x = 0;\n  }\n}\n';
    expect((await edited(text, 'else')).map((one) => one.text)).toEqual([
      'function f(x) {\n  if (x > 1) {\n    x = null;\n  }\n  if (x === null) {\n    x = 0;\n  }\n}\n',
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
