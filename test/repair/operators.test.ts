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
