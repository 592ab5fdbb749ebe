import { describe, expect, test } from 'vitest';
import { parseAgent } from '../../../src/agents/file/parse.ts';
import { changed, sample } from './sample.ts';

const small =
  '---\nid: a\ndescription: b\nactions: [finish]\n---\nDo it.\n## REACT_CYCLE\n### Typical thoughts\n- t\n### Specific actions\n### Done criteria\n- d\n### Escalation triggers\n- e\n';

describe('an agent file', () => {
  test('is front matter, instructions and a cycle', () => {
    const parsed = parseAgent(sample, 'scout.agent.md');
    expect(parsed).toMatchObject({
      ok: true,
      agent: {
        id: 'scout',
        description: 'Finds things.',
        role: 'auditor',
        tier: null,
        max_iterations: 4,
        contract: {
          input: { required: ['where'] },
          output: { required: ['finds'] },
          constraints: [
            { says: 'Nothing is found twice.' },
            { check: 'max_items', path: 'finds', value: 5 },
            { check: 'references', path: 'finds' },
            { check: 'unique', path: 'finds', value: ['file'] },
            { check: 'pattern', path: 'finds.why', value: '^[A-Z]' },
          ],
        },
        actions: ['read', 'delegate', 'count_lines', 'finish'],
        own_actions: [
          { name: 'count_lines', description: 'Counts the lines of a file.', command: ['wc', '-l', '{path}'] },
        ],
        delegates: ['analyst'],
        cycle: {
          thoughts: ['Where would it be?'],
          actions: ['`count_lines`: before reading a large file.'],
          done: ['It is found.'],
          escalate: ['It is nowhere.', 'It is everywhere.'],
        },
        source: 'scout.agent.md',
      },
    });
    if (!parsed.ok) throw new Error('refused');
    expect(parsed.agent.instructions).toMatch(/^You find things\.\n\n## REACT_CYCLE[\s\S]*It is everywhere\.$/);
    expect([['role'], ['contract', 'constraints', 2, 'path'], ['actions', 2, 'command']].map(parsed.lineOf)).toEqual([
      4, 29, 42,
    ]);
  });

  test('may leave out everything but who it is, what it may do and its cycle', () => {
    expect(parseAgent(small, 'a')).toMatchObject({
      ok: true,
      agent: {
        role: null,
        tier: null,
        max_iterations: null,
        contract: { input: null, output: null, constraints: [] },
        actions: ['finish'],
        own_actions: [],
        delegates: [],
        cycle: { thoughts: ['t'], actions: [], done: ['d'], escalate: ['e'] },
      },
    });
  });

  test('may have lines that end as on Windows, and lines of --- in its body', () => {
    const text = small.replace('Do it.', 'Do it.\n---\nNow.').replaceAll('\n', '\r\n');
    expect(parseAgent(text, 'a')).toMatchObject({ ok: true, agent: { cycle: { done: ['d'] } } });
    const wrong = text.replace('### Done', '### Don');
    expect(parseAgent(wrong, 'a')).toMatchObject({ ok: false, faults: [{ line: 9 }, { line: 13 }] });
  });

  test('may have the French headings of the cycle, with or without accents', () => {
    const french = small
      .replace('Typical thoughts', 'Thoughts typiques')
      .replace('Specific actions', 'Actions spécifiques')
      .replace('Done criteria', 'Criteres de done')
      .replace('Escalation triggers', 'Triggers d’escalation');
    expect(parseAgent(french, 'a')).toMatchObject({ ok: true, agent: { cycle: { done: ['d'], escalate: ['e'] } } });
  });

  test('has no headings in fenced code', () => {
    const fenced = small.replace('- d\n', '- d\n```sh\n## REACT_CYCLE\n### Nothing\n```\n');
    expect(parseAgent(fenced, 'a')).toMatchObject({ ok: true, agent: { cycle: { done: ['d'] } } });
  });

  test('ends its cycle where the next section begins', () => {
    const more = `${small}## Notes\n### Anything\n- more\n`;
    expect(parseAgent(more, 'a')).toMatchObject({ ok: true, agent: { cycle: { escalate: ['e'] } } });
  });

  test('tells every fault at once, by line', () => {
    const text = changed('max_iterations: 4', 'max_iterations: 0')
      .replace('check: references', 'check: refs')
      .replace('  - read\n', '  - reed\n')
      .replace('### Done criteria', '### Done');
    const parsed = parseAgent(text, 'x');
    expect(parsed.ok ? [] : parsed.faults.map(({ line }) => line)).toEqual([5, 28, 33, 48, 57]);
  });
});
