import { expect, test } from 'vitest';
import { place } from './place.ts';

const schema = {
  type: 'object',
  required: ['line', 'file'],
  properties: { line: { type: 'integer', minimum: 1 }, file: { type: 'string' } },
};
const many = Array.from({ length: 300 }, () => 'many').join('\n');

test('an assertion is true or false, with the evidence', async () => {
  const input = { issue: { line: 0, file: 3 }, good: '{"line": 2, "file": "a"}', code: 'one\ntwo 22\n' };
  const { see, parts } = await place(
    { 'src/a.js': 'one\nlet two = 2;\n', 'many.txt': many, 'a.bin': new Uint8Array([0, 1]) },
    { input },
  );
  await see('generate', { type: 'json', spec: '{"line": 1}' });
  expect(parts.drafts.size).toBe(1);
  const text = JSON.stringify(schema);
  const cases: [unknown, unknown, string][] = [
    [schema, 'input.issue', 'false\nline must be at least 1\nfile must be a string'],
    [text, 'input.good', 'true\ninput.good fits'],
    [text, 'draft-1', 'false\nfile is missing'],
    [schema, { line: 1, file: 'a' }, 'true\nthe value fits'],
    [schema, '{"line": ', 'false\nthe input must be an object\nas JSON: line 1: Unexpected end of JSON input'],
    [{ type: 'string', minLength: 3 }, 'abc', 'true\nthe text itself (3 characters) fits'],
    [{ type: 'string' }, 'src/a.js', 'true\nsrc/a.js fits'],
    [{ $ref: '#/a' }, 1, 'undecided\nthe value fits\nnot looked at: $ref'],
    ['{"type": ', 1, 'undecided\nthe assertion is no JSON: line 1: Unexpected end of JSON input'],
    ['exists src/a.js', null, 'true\nsrc/a.js is there'],
    ['exists "src"', null, 'true\nsrc/a.js is there'],
    ['exists src/b.js', null, 'false\nthere is no file src/b.js'],
    ['exists input.code', null, 'true\ninput.code is given'],
    ['exists input.other', null, 'false\ninput.other is not given'],
    ['src/a.js:2 contains two = 2', null, 'true\nsrc/a.js:2: let two = 2;'],
    ['src/a.js:2 contains "two = 2"', null, 'true\nsrc/a.js:2: let two = 2;'],
    ['src/a.js:1 contains two', null, 'false\nsrc/a.js:1: one'],
    ['src/a.js:99 contains two', null, 'false\nsrc/a.js has 3 lines'],
    ['src/b.js:1 contains two', null, 'false\nthere is no file src/b.js'],
    ['a.bin:1 contains two', null, 'undecided\na.bin is binary (2 bytes)'],
    ['input.code:2 contains two', null, 'true\ninput.code:2: two 22'],
    ['count let|var in src = 1', null, 'true\n1 lines match let|var in src\nsrc/a.js:2: let two = 2;'],
    ['count /\\d/ in full_codebase > 1', null, 'false\n1 lines match \\d in full_codebase\nsrc/a.js:2: let two = 2;'],
    ['count \\d{2} in input >= 1', null, 'true\n1 lines match \\d{2} in input\ninput.code:2: two 22'],
    ['count nowhere in . == 0', null, 'true\n0 lines match nowhere in .'],
    ['equal', { a: 'input.code', b: 'one\ntwo 22\n' }, 'true\na: "one\\ntwo 22\\n"\nb: "one\\ntwo 22\\n"'],
    ['equal', [1, '1'], 'false\na: 1\nb: "1"'],
    ['equal', 'x', 'undecided\nequal needs data of two: [a, b] or {"a": …, "b": …}'],
    ['the code is good', null, 'undecided\nNot understood. Give a JSON Schema, or: exists PATH'],
    ['exists ../x', null, 'Refused: '],
  ];
  for (const [assertion, data, expected] of cases) {
    const seen = await see('validate', { assertion, data });
    expect(seen.slice(0, expected.length), JSON.stringify([assertion, data])).toBe(expected);
  }
});

test('where more lines match than are counted, only what is sure is said', async () => {
  const { see } = await place({ 'many.txt': many });
  const answers = {
    '> 100': 'true',
    '< 100': 'false',
    '= 100': 'false',
    '!= 100': 'true',
    '> 250': 'undecided',
    '< 250': 'undecided',
    '= 300': 'undecided',
    '!= 300': 'undecided',
    '= 200': 'undecided',
  };
  for (const [tail, expected] of Object.entries(answers)) {
    const [answer, evidence] = (await see('validate', { assertion: `count many in many.txt ${tail}` })).split('\n');
    expect([tail, answer]).toEqual([tail, expected]);
    expect(evidence).toBe('at least 200 lines match many in many.txt');
  }
});
