import { expect, test } from 'vitest';
import { type Opportunity, ranked, slowTests, untestedLines, worthMaking } from '../../../src/core/task/opportunity.ts';

const one = (title: string, impact: Opportunity['impact'], effort_hours: number): Opportunity => ({
  ...{ title, impact, effort_hours },
  category: 'code_quality',
  acceptance: [],
  by: 'code',
});

test('the best comes first, the first of two alike before the second, and none twice', () => {
  const all = [one('low', 'low', 0), one('high', 'high', 2), one('also', 'low', 0), one('high', 'low', 0)];
  expect(ranked(all).map(({ title, priority }) => [title, priority])).toEqual([
    ['high', 9],
    ['low', 2],
    ['also', 2],
  ]);
});

test('none is made that is not worth its effort', () => {
  expect(worthMaking([])).toBeNull();
  expect(worthMaking(ranked([one('even', 'low', 4)]))).toBeNull();
  expect(worthMaking(ranked([one('quick', 'low', 3.9)]))).toMatchObject({ title: 'quick' });
});

test('lines that no test executes are one proposal a file', () => {
  const at = (file: string, line: number) => ({ kind: 'coverage' as const, file, line, text: '' });
  const coverage = { changed_lines: 20, covered: 5, required: 0.8, met: false };
  const findings = [at('a.js', 3), at('b.js', 9), at('a.js', 12), { kind: 'unproven' as const, text: '' }];
  expect(untestedLines({ coverage, findings })).toMatchObject([
    { title: 'Add tests for the untested code in a.js', impact: 'high', effort_hours: 1.25 },
    { title: 'Add tests for the untested code in b.js' },
  ]);
  expect(untestedLines({ coverage: null })).toEqual([]);
});

test('tests that became slower are named with their times', () => {
  expect(slowTests({ slower: [{ test: 'a > b', before_ms: 100, after_ms: 1500 }] })).toMatchObject([
    { category: 'performance', impact: 'medium', acceptance: ['a > b takes about 100 ms again, not 1500 ms'] },
  ]);
});
