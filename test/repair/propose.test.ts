import { describe, expect, test } from 'vitest';
import type { Evidence, Proposal } from '../../src/languages/repair/shape.ts';
import { propose } from '../../src/repair/propose.ts';

const evidence: Evidence = {
  ...{ messages: [], frames: [], wrong: [], corrections: new Map(), literals: new Set(), counts: new Map() },
  isFrame: () => false,
  imports: () => [],
};

const edit = (start: number, end: number, text: string, weight = 1): Proposal => ({
  ...{ line: 1, template: 'any', weight },
  edits: [{ start, end, text }],
});

function proposed(text: string, proposals: Proposal[]) {
  const source = { path: 'a.js', text, spans: [{ name: 'f', from: 1, to: 1 }], propose: () => proposals };
  return propose({ sources: [source], evidence, suspicion: () => 0 });
}

describe('candidates', () => {
  test('are each text once, however it is made, and never the text as it is', () => {
    const found = proposed('f(aa, b);', [
      edit(2, 2, 'a', 0.9), // Four ways to write f(aaa, b);
      edit(4, 4, 'a', 0.8),
      edit(0, 9, 'f(aaa, b);', 0.7),
      { ...edit(2, 4, 'aaa', 0.6), edits: [...edit(6, 7, ' b').edits, ...edit(2, 4, 'aaa').edits].slice(1) },
      edit(2, 3, '', 0.5), // Two for f(a, b);
      edit(3, 4, '', 0.4),
      edit(2, 3, 'a', 0.3), // The text as it is.
      edit(9, 9, ';', 0.2),
      edit(8, 9, '', 0.1),
    ]);
    expect(found.map(({ weight }) => weight)).toEqual([0.9, 0.5, 0.2, 0.1]);
  });

  // V8 tells texts of more than 16 KB apart by their length alone.
  test('are found about as soon in a file of 18 KB as in one of 15', () => {
    expect(processorTime(3600) / processorTime(3000)).toBeLessThan(5);
  });
});

/** What proposing another name for each of so many takes. */
function processorTime(names: number): number {
  const word = 'name\n';
  const proposals = Array.from({ length: names }, (_, at) => edit(at * word.length, at * word.length + 4, 'same'));
  const before = process.cpuUsage();
  expect(proposed(word.repeat(names), proposals)).toHaveLength(names);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
