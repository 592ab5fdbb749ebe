import { describe, expect, test } from 'vitest';
import { redraft } from '../../../src/agents/actions/standard/generate.ts';
import { draftsIn } from '../../../src/agents/loop/marks.ts';
import { newTalk } from '../../../src/agents/loop/talk.ts';
import { misfits } from '../../../src/agents/output/check-input.ts';
import type { Message } from '../../../src/schema/agents/message.ts';
import { place } from './place.ts';

const schema = {
  type: 'object',
  required: ['issues', 'score', 'verdict', 'note'],
  properties: {
    issues: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['line'], properties: { line: { type: 'integer', minimum: 1 } } },
    },
    score: { type: 'number', minimum: -5, maximum: -0.5 },
    verdict: { enum: ['pass', 'fail'] },
    note: { type: ['string', 'null'], minLength: 3 },
    extra: { type: 'boolean' },
  },
};

test('a draft is kept under a name, with its size and its problems at their lines', async () => {
  const { see, parts } = await place({});
  const cases: [string, unknown, string][] = [
    ['json', '{"a": 1}', '1 lines, 8 characters. No problems found.'],
    ['json', { a: 1 }, '3 lines, 12 characters. No problems found.'],
    ['json', '{\n  "a": 1,\n  "b": oops\n}', 'Problems:\nline 3: '],
    ['json', '{\n  "a": [1, 2,\n  ]\n}', 'Problems:\nline 3: '],
    ['json', '{\n"a": 1\n', 'Problems:\nline 3: '],
    ['json', '{"a": 1}\n}', 'Problems:\nline 2: '],
    ['json', '', 'Problems:\nline 1: '],
    ['json', '{"a": 1, "a": 2}', 'line 1: the key a is there more than once: the last one counts'],
    ['yaml', 'a: 1\nb: [1,\n', 'Problems:\nline 3: '],
    ['yaml', 'a: 1\na: 2\n', 'line 2: the key a is there more than once'],
    ['yaml', 'a: !!js/function "x"\n', 'No problems found.'],
    ['markdown', 'a\n```js\nb\n```\n~~~\nc\n', 'Problems:\nline 5: this code block is never closed'],
    ['text', 'anything', 'No problems found.'],
    ['python', 'def', 'Problems:\nno parser for python is here: it was not checked'],
  ];
  for (const [index, [type, spec, expected]] of cases.entries()) {
    const seen = await see('generate', { type, spec });
    expect(seen, `${type} ${spec}`).toContain(expected);
    expect(seen).toMatch(new RegExp(`^draft-${index + 1}: `));
  }
  expect(parts.drafts.get('draft-3')).toBe(cases[2]?.[1]);
});

test('a program is parsed by what is there to parse it', async () => {
  const parsers = new Map([['javascript', (text: string) => [{ line: text.length, message: 'bad javascript' }]]]);
  const { see } = await place({}, { parsers });
  expect(await see('generate', { type: 'javascript', spec: 'abc' })).toContain('line 3: bad javascript');
});

describe('a skeleton', () => {
  test('is the smallest value that fits', async () => {
    const { see, parts } = await place({}, { output: schema });
    for (const spec of [schema, JSON.stringify(schema), 'output']) {
      const seen = await see('generate', { type: 'skeleton', spec });
      expect(seen).toContain('No problems found.');
      const value = JSON.parse(parts.drafts.get(`draft-${parts.drafts.size}`) ?? '');
      expect(value).toEqual({ issues: [{ line: 1 }], score: -0.5, verdict: 'pass', note: '???' });
      expect(misfits(value, schema)).toEqual([]);
    }
  });

  test('says what it could not fill, and refuses what is no schema', async () => {
    const { see } = await place({});
    expect(await see('generate', { type: 'skeleton', spec: { type: 'string', pattern: '^a+$' } })).toContain(
      'the input must match ^a+$',
    );
    expect(await see('generate', { type: 'skeleton', spec: { $ref: '#/x' } })).toContain('$ref was not looked at');
    expect(await see('generate', { type: 'skeleton', spec: 'output' })).toBe(
      'Refused: there is no contract with an output.',
    );
    expect(await see('generate', { type: 'skeleton', spec: 'no schema' })).toMatch(/^Refused: spec is no JSON Schema/);
  });
});

test('an agent that goes on in another process has the drafts that it made', async () => {
  const { act, parts } = await place({}, { output: schema });
  const specs = [
    { type: 'text', spec: 'one' },
    { type: 'text', spec: 'x'.repeat(200_001) },
    { type: 'skeleton', spec: 'output' },
  ];
  const talk = newTalk([]);
  for (const [index, spec] of specs.entries()) {
    const id = `call-${index}`;
    const { mark } = await act('generate', spec);
    const answer: Message = { role: 'tool', id, name: 'generate', text: 'in whatever words' };
    const calls = [{ id, name: 'generate', input: { thought: 't', ...spec } }];
    talk.turns.push({ message: { role: 'assistant', text: '', calls }, answers: [answer] });
    if (mark) talk.marks.set(answer, mark);
  }
  const again = { ...parts, drafts: new Map<string, string>() };
  redraft(draftsIn(talk), again);
  expect([...again.drafts.keys()]).toEqual(['draft-1', 'draft-2']);
  expect(again.drafts).toEqual(parts.drafts);
});
