import { expect, test } from 'vitest';
import { hintsFor } from '../../../../src/faces/cli/hints.ts';
import { diffLine, markdownLines, markdownSource } from '../../../../src/faces/cli/render/markdown.ts';
import { styleFor } from '../../../../src/faces/cli/render/style.ts';

test('a report on a terminal has headings, columns and lines that end between words', () => {
  const text =
    '# Done: `add` \\> 1 \\`x\\`\n\n| tier | cost |\n| --- | --- |\n| cheap | $0 |\n\n- Cost: nothing at all, since it is free\n';
  expect(markdownLines(text, styleFor(false, hintsFor({}), 24))).toEqual([
    'Done: add > 1 `x`',
    '',
    'tier   cost',
    'cheap  $0',
    '',
    '- Cost: nothing at all,',
    '  since it is free',
    '',
  ]);
});

test('a table on a terminal goes on in more lines instead of being cut', () => {
  const text = '| attempt | same as |\n| --- | --- |\n| 1 | the steps went in circles around one file |';
  expect(markdownLines(text, styleFor(false, hintsFor({}), 36))).toEqual([
    'attempt  same as',
    '1        the steps went in circles',
    '         around one file',
  ]);
});

test('a patch in a report names both versions of a file in short', () => {
  const [line] = markdownLines(
    `\`\`\`diff\nindex ${'a'.repeat(40)}..${'b'.repeat(40)} 100644`,
    styleFor(false, hintsFor({})),
  );
  expect(line).toBe('index aaaaaaaaaa..bbbbbbbbbb 100644');
});

test('a patch has the colours of git, also in a report', () => {
  const { paint } = styleFor(true, hintsFor({}));
  expect(diffLine('+new', paint)).toBe(paint.green('+new'));
  expect(diffLine('-old', paint)).toBe(paint.red('-old'));
  expect(diffLine('--- a/x', paint)).toBe(paint.bold('--- a/x'));
  expect(markdownLines('```diff\n+# no heading\n```', styleFor(true, hintsFor({})))).toEqual([
    paint.green('+# no heading'),
  ]);
});

test('wraps a text that is to be copied between words, and leaves tables and code as they are', () => {
  const words = 'a word '.repeat(8).trimEnd();
  const whole = [`| ${words} |`, '```js', words, '```'];
  const lines = markdownSource([`- ${words}`, ...whole].join('\n'), 30);
  expect(lines.slice(0, 2)).toEqual(['- a word a word a word a word', '  a word a word a word a word']);
  expect(lines.slice(2)).toEqual(whole);
});
