import { describe, expect, test } from 'vitest';
import { parseAgent } from '../../src/agents/definition.ts';
import { loadAgents } from '../../src/config/agents.ts';

const good = `---
id: planner
description: Splits a request.
max_steps: 4
actions: [read, finish]
output:
  type: object
  properties: { tasks: { type: array } }
---
Split it.

--- is a line like any other here.
`;

const errorOf = (text: string) => {
  const parsed = parseAgent(text, 'x.agent.md');
  return parsed.ok ? null : parsed.error;
};

describe('an agent file', () => {
  test('is front matter and instructions', () => {
    expect(parseAgent(good, 'x.agent.md')).toEqual({
      ok: true,
      agent: {
        id: 'planner',
        description: 'Splits a request.',
        max_steps: 4,
        actions: ['read', 'finish'],
        output: { type: 'object', properties: { tasks: { type: 'array' } } },
        instructions: 'Split it.\n\n--- is a line like any other here.',
      },
    });
  });

  test('may leave out its steps and output, and may have lines that end as on Windows', () => {
    const text = '---\nid: a\ndescription: b\nactions: [finish]\n---\nDo it.\n'.replaceAll('\n', '\r\n');
    expect(parseAgent(text, 'x')).toMatchObject({
      ok: true,
      agent: { max_steps: null, output: null, instructions: 'Do it.' },
    });
  });

  const change = (from: string | RegExp, to: string) => good.replace(from, to);
  test.each([
    ['no front matter', 'Split it.', 'x.agent.md:1: it must start with front matter between two lines of ---'],
    ['front matter without an end', '---\nid: a\n', 'x.agent.md:1: it must start with front matter'],
    ['an end that is no line of its own', '---\nid: a\n---b\n', 'x.agent.md:1: it must start with front matter'],
    ['an empty front matter', '---\n\n---\nDo it.', 'x.agent.md:1: front matter: '],
    ['a list for front matter', '---\n- a\n---\nDo it.', 'x.agent.md:1: front matter: '],
    ['YAML that does not parse', change('[read, finish]', '[read, finish'), 'x.agent.md:6: '],
    ['a key given twice', change('max_steps: 4', 'id: other'), 'x.agent.md:4: Map keys must be unique'],
    ['a missing key', change('description: Splits a request.\n', ''), 'x.agent.md:1: description: '],
    ['an unknown key', change('max_steps', 'max_stepz'), 'x.agent.md:4: front matter: Unrecognized key: "max_stepz"'],
    ['a value of the wrong type', change('4', 'many'), 'x.agent.md:4: max_steps: '],
    ['a number that is too small', change('4', '0'), 'x.agent.md:4: max_steps: '],
    ['an id that is no name', change('planner', 'The Planner'), 'x.agent.md:2: id: use lower-case letters'],
    ['no actions', change('[read, finish]', '[]'), 'x.agent.md:5: actions: '],
    ['an action that is no name', change('[read, finish]', '[read, 7]'), 'x.agent.md:5: actions.1: '],
    [
      'no way to finish',
      change('[read, finish]', '[finish, read]'),
      'x.agent.md:5: actions: the last one must be finish',
    ],
    ['an alias of nothing', change('4', '*nothing'), 'x.agent.md:4: aliases are not allowed'],
    [
      'aliases that grow',
      change('4', '&a [x]').replace('[read', '[*a, *a, read'),
      'x.agent.md:5: aliases are not allowed',
    ],
    [
      'no instructions',
      change(/Split it[\s\S]*/, ' \n'),
      'x.agent.md:10: it has no instructions below the front matter',
    ],
  ])('with %s is refused with its file and line', (_, text, message) => {
    expect(errorOf(text)).toContain(message);
    expect(errorOf(text)).not.toContain('\n');
  });

  test('is data: a tag that other readers execute is text', () => {
    const text = change('Splits a request.', "!!js/function 'function () { throw new Error() }'");
    expect(parseAgent(text, 'x')).toMatchObject({
      ok: true,
      agent: { description: expect.stringContaining('function') },
    });
  });
});

test('the agents of the package are all readable, and named after their files', async () => {
  const { agents, errors } = await loadAgents();
  expect(errors).toEqual([]);
  expect(Object.keys(agents).sort()).toEqual(['developer', 'improver', 'planner']);
});
