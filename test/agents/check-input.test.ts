import { expect, test } from 'vitest';
import { misfit } from '../../src/agents/check-input.ts';

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
