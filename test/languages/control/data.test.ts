import { describe, expect, it } from 'vitest';
import { otherData } from '../../../src/languages/judging/control/data.ts';

const other = (texts: Record<string, string>) => Object.fromEntries(otherData(new Map(Object.entries(texts))));

describe('other expected values in the data of checks', () => {
  it('are the last field of every row, or the one that is called so', () => {
    expect(JSON.parse(other({ 'cases.json': '[[101, 19, 85], [119, 19, 100]]' })['cases.json'] ?? '')).toEqual([
      [101, 19, 177],
      [119, 19, 207],
    ]);
    const named = other({ 'cases.json': '{ "all": [{ "expected": "a", "input": 1 }] }' })['cases.json'] ?? '';
    expect(JSON.parse(named)).toEqual({ all: [{ expected: 'a7', input: 1 }] });
  });

  it('are the last word of files that are cases among others', () => {
    expect(other({ 'cases/a.txt': '1 m km\n1\n', 'cases/b.txt': '2 m km\nx\n' })).toEqual({
      'cases/a.txt': '1 m km\n9\n',
      'cases/b.txt': '2 m km\nx7\n',
    });
  });

  it('are only in what is called expected, where something is', () => {
    expect(other({ 'data/amounts.txt': '1\n2\n', 'data/expected.txt': '3\n4\n' })).toEqual({
      'data/expected.txt': '3\n15\n',
    });
  });

  it('are not in settings and lists of words', () => {
    expect(other({ 'checks.json': '{ "tolerance": 0.1, "files": ["a.js"] }', 'words.txt': 'a\nb\n' })).toEqual({});
  });
});
