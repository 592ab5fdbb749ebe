import { expect, test } from 'vitest';
import { misfit, misfits } from '../../src/agents/output/check-input.ts';

const schema = {
  type: 'object',
  required: ['path'],
  additionalProperties: false,
  properties: {
    path: { type: 'string' },
    from: { type: 'integer' },
    kind: { type: 'string', enum: ['fix', 'docs'] },
    flag: { type: 'boolean' },
    share: { type: 'number' },
    nothing: { type: 'null' },
    tasks: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    },
    any: {},
  },
};

test.each<[unknown, string | null]>([
  [{ path: 'a' }, null],
  [{ path: '' }, null],
  [{ path: 'a', from: 3, kind: 'fix', flag: false, share: 0.5, nothing: null, any: [{}] }, null],
  [{ path: 'a', tasks: [{ title: 'x', more: 1 }] }, null],
  ['text', 'the input must be an object'],
  [null, 'the input must be an object'],
  [['a'], 'the input must be an object'],
  [{}, 'path is missing'],
  [{ path: 7 }, 'path must be a string'],
  [{ path: null }, 'path must be a string'],
  [{ path: 'a', from: 1.5 }, 'from must be an integer'],
  [{ path: 'a', from: '1' }, 'from must be an integer'],
  [{ path: 'a', share: '1' }, 'share must be a number'],
  [{ path: 'a', flag: 1 }, 'flag must be a boolean'],
  [{ path: 'a', nothing: 0 }, 'nothing must be a null'],
  [{ path: 'a', kind: 'joke' }, 'kind must be one of fix, docs'],
  [{ path: 'a', tasks: {} }, 'tasks must be an array'],
  [{ path: 'a', tasks: [] }, 'tasks needs at least 1 items'],
  [{ path: 'a', tasks: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] }, 'tasks takes at most 2 items'],
  [{ path: 'a', tasks: [{ title: 'a' }, {}] }, 'tasks[1].title is missing'],
  [{ path: 'a', tasks: [{ title: 3 }] }, 'tasks[0].title must be a string'],
  [{ path: 'a', other: 1 }, 'other is not a parameter'],
  [JSON.parse('{"path":"a","__proto__":{}}'), '__proto__ is not a parameter'],
  [{ path: 'a', constructor: 1 }, 'constructor is not a parameter'],
])('%j: %s', (value, expected) => {
  expect(misfit(value, schema)).toBe(expected);
});

test('what the schema does not mention may be there where it does not forbid it', () => {
  expect(misfit({ other: 1 }, { type: 'object', properties: {} })).toBeNull();
  expect(misfit(Number.NaN, {})).toBeNull();
  expect(misfit([1, 'a'], { type: 'array', items: { type: 'integer' } })).toBe('the input[1] must be an integer');
});

test.each<[Record<string, unknown>, unknown, string | null]>([
  [{ type: ['string', 'null'] }, null, null],
  [{ type: ['string', 'null'] }, 'a', null],
  [{ type: ['string', 'null'] }, 1, 'the input must be a string or a null'],
  [{ minimum: 1, maximum: 5 }, 1, null],
  [{ minimum: 1, maximum: 5 }, 5, null],
  [{ minimum: 1 }, 0.5, 'the input must be at least 1'],
  [{ maximum: 5 }, 5.5, 'the input must be at most 5'],
  [{ minimum: 1 }, 'a', null],
  [{ minimum: 1 }, Number.NaN, 'the input must be at least 1'],
  [{ minLength: 2, maxLength: 3 }, 'ab', null],
  [{ minLength: 2 }, 'é', 'the input needs at least 2 characters'],
  [{ minLength: 2 }, '😀', 'the input needs at least 2 characters'],
  [{ maxLength: 2 }, '😀😀', null],
  [{ maxLength: 2 }, 'abc', 'the input takes at most 2 characters'],
  [{ pattern: '^a+$' }, 'aaa', null],
  [{ pattern: '^a+$' }, 'ab', 'the input must match ^a+$'],
  [{ pattern: '(' }, 'a', 'the input cannot be compared with its pattern: missing closing ): `(`'],
  [{ const: { a: [1] } }, { a: [1] }, null],
  [{ const: { a: [1] } }, { a: [2] }, 'the input must be one of {"a":[1]}'],
  [{ enum: [null, 1] }, null, null],
  [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, [], null],
  [
    { anyOf: [{ type: 'string' }, { minimum: 5 }] },
    1,
    'either the input must be a string, or the input must be at least 5',
  ],
  [{ oneOf: [{ type: 'integer' }, { minimum: 5 }] }, 1, null],
  [{ oneOf: [{ type: 'integer' }, { minimum: 0 }] }, 1, 'the input fits 2 of its ways and must fit exactly one'],
  [{ oneOf: [{ type: 'string' }] }, 1, 'the input must be a string'],
  [{ allOf: [{ type: 'integer' }, { minimum: 5 }] }, 1, 'the input must be at least 5'],
  [{ additionalProperties: { type: 'string' } }, { a: 'x' }, null],
  [{ additionalProperties: { type: 'string' } }, { a: 1 }, 'a must be a string'],
])('%j takes %j: %s', (narrow, value, expected) => {
  expect(misfit(value, narrow)).toBe(expected);
});

test('every misfit is listed, up to fifty', () => {
  expect(misfits({ from: 1.5, kind: 'joke', tasks: [{ title: 1 }, {}], other: 1 }, schema)).toEqual([
    'path is missing',
    'from must be an integer',
    'kind must be one of fix, docs',
    'tasks[0].title must be a string',
    'tasks[1].title is missing',
    'other is not a parameter',
  ]);
  expect(misfits({ path: 'a' }, schema)).toEqual([]);
  expect(
    misfits(
      Array.from({ length: 99 }, () => 1),
      { items: { type: 'string' } },
    ),
  ).toHaveLength(50);
});

test('a schema that goes down forever, or patterns over too much, end', () => {
  const loop: Record<string, unknown> = { anyOf: [] };
  loop.anyOf = [loop];
  expect(misfit(1, loop)).toBe('the input is nested too deeply');
  const many = Array.from({ length: 10_000 }, () => 'a'.repeat(100));
  expect(misfits(many, { items: { pattern: '(a{1,300}){1,3}b' } }).at(-1)).toMatch(
    /must match|too much to be compared/,
  );
});
