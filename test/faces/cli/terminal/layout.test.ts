import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed } from '../../../../src/faces/cli/terminal/ask.ts';
import { cut, table, widthOf, wrap } from '../../../../src/faces/cli/terminal/layout.ts';
import { strip } from '../../../../src/faces/cli/terminal/text.ts';

describe('a line that is too long', () => {
  it('goes on under its text, whatever stands before that', () => {
    expect(wrap('verdict   fail: 2 of 3 tests passed, 1 failed', 30)).toEqual([
      'verdict   fail: 2 of 3 tests',
      '          passed, 1 failed',
    ]);
    expect(wrap('03:04:05 step 3    developer edit src/a.js', 40)[1]).toBe(`${' '.repeat(19)}src/a.js`);
    expect(wrap('          - one two three four five', 28)).toEqual([
      '          - one two three',
      '            four five',
    ]);
  });

  it('keeps every word whole, in any width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 }),
        fc.integer({ min: 20, max: 160 }),
        (words, columns) => {
          const lines = wrap(`label     ${words.join(' ')}`, columns);
          expect(lines.join(' ').split(/\s+/)).toEqual(['label', ...words]);
          for (const line of lines) {
            const longest = Math.max(...line.split(/\s+/).map((word) => word.length));
            expect(line.length).toBeLessThanOrEqual(Math.max(columns, 10 + longest));
          }
        },
      ),
    );
  });

  it('keeps a command whole, on a line of its own', () => {
    const command = 'git branch pawl/format-the-prices 80cacc20a5';
    expect(wrap(`restore it with: ${command}`, 50)).toEqual(['restore it with:', command]);
    expect(wrap(`next      ${command}`, 60)).toEqual([`next      ${command}`]);
    expect(wrap(`03:04:05 next      ${command}`, 60)).toEqual(['03:04:05 next', command]);
    // Where it would be too long under its label, it stands at the left.
    expect(wrap(`next      ${command}`, 50)).toEqual(['next', command]);
    expect(wrap(`${' '.repeat(15)}${command}`, 50)).toEqual([command]);
    expect(wrap("unknown action 'gte'; see pawl config --help", 40)).toEqual([
      "unknown action 'gte'; see",
      'pawl config --help',
    ]);
    const esc = String.fromCharCode(27);
    expect(wrap(`          see: ${command}`, 50)).toEqual(['          see:', command]);
    expect(wrap(`          see: ${esc}[36m${command}${esc}[39m`, 55)).toEqual([
      '          see:',
      `          ${esc}[36m${command}${esc}[39m`,
    ]);
    expect(wrap('pawl: there is none yet: pawl init makes one; then try it again, please', 40)).toEqual([
      'pawl: there is none yet:',
      '      pawl init makes one;',
      '      then try it again, please',
    ]);
  });

  it('begins anew with each line of a text', () => {
    expect(wrap('one two\nthree four five\nsix', 10)).toEqual(['one two', 'three four', 'five', 'six']);
  });

  it('keeps its frame where it is a question', () => {
    expect(framed('one two three four\nfive', 16).split('\n').map(strip)).toEqual([
      'one two',
      '│  three four',
      '│  five',
    ]);
  });

  it('is measured without its colours, and wide letters count twice', () => {
    const esc = String.fromCharCode(27);
    expect(widthOf(`${esc}[31mred${esc}[39m`)).toBe(3);
    expect(widthOf('日本')).toBe(4);
    expect(wrap(`${esc}[31m${'x'.repeat(30)}${esc}[39m`, 30)).toHaveLength(1);
  });
});

describe('a table that is too wide', () => {
  it('loses the ends of its longest cells', () => {
    const rows = [
      ['a', 'b', 'x'.repeat(80)],
      ['1', '2', 'short'],
    ];
    const lines = table(rows, 40);
    expect(lines.map(widthOf)).toEqual([40, 11]);
    expect(lines[0]).toMatch(/^a {2}b {2}x+…$/);
    expect(table(rows)[0]).toBe(`a  b  ${'x'.repeat(80)}`);
  });

  it('cuts no letter in two', () => {
    expect(cut('日本語', 4)).toBe('日…');
    expect(cut('looks for security holes', 16)).toBe('looks for…');
    expect(cut('one-very-long-name', 10)).toBe('one-very-…');
    expect(cut('日本', 4)).toBe('日本');
  });
});
