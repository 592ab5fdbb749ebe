import { describe, expect, test } from 'vitest';
import { tangledIn } from '../../../src/languages/structure/opportunities/complexity.ts';
import { duplicatesIn } from '../../../src/languages/structure/opportunities/duplication.ts';
import { undocumentedIn } from '../../../src/languages/structure/opportunities/undocumented.ts';

const source = (path: string, text: string, added: number[] | 'all' = 'all') => ({
  path,
  text,
  added: new Set(added === 'all' ? text.split('\n').map((_, index) => index + 1) : added),
});
const sum = (name: string, parts: number) =>
  `function ${name}(v) {\n${Array.from({ length: parts }, (_, at) => `  f${at}(v, ${at}, "x");`).join('\n')}\n}\n`;

describe('repeated code', () => {
  test('is found across files and layouts, and named by what was added', () => {
    const dense = sum('total', 12).replaceAll('\n  ', ' ');
    const [found, ...others] = duplicatesIn([source('old.js', sum('total', 12), []), source('new.js', dense)]);
    expect(others).toEqual([]);
    expect(found?.places).toEqual([
      { path: 'new.js', from: 1, to: 2 },
      { path: 'old.js', from: 1, to: 14 },
    ]);
  });

  test('is nothing where the change did not add it, where it is short, or where a table repeats itself', () => {
    const table = `const rows = [${'[1, 2, 3], '.repeat(60)}];\n`;
    expect(duplicatesIn([source('a.js', sum('a', 12), []), source('b.js', sum('a', 12), [])])).toEqual([]);
    expect(duplicatesIn([source('a.js', sum('a', 3)), source('b.js', sum('a', 3))])).toEqual([]);
    expect(duplicatesIn([source('a.js', table)])).toEqual([]);
  });
});

describe('a function that decides too much', () => {
  const branches = (count: number) => Array.from({ length: count }, (_, at) => `  if (v === ${at}) return ${at};`);
  const text = (count: number) => ['function small() {}', 'function pick(v) {', ...branches(count), '}', ''].join('\n');

  test('is named with its decisions, where the change touches it', () => {
    expect(tangledIn(source('a.js', text(11), [4]))).toEqual([{ path: 'a.js', line: 2, name: 'pick', decisions: 11 }]);
    expect(tangledIn(source('a.js', text(10), [4]))).toEqual([]);
    expect(tangledIn(source('a.js', text(30), [1]))).toEqual([]);
    expect(tangledIn(source('notes.txt', text(30)))).toEqual([]);
  });

  test('does not count words in texts and comments', () => {
    const talk = ['function say() {', ...Array.from({ length: 20 }, () => '  log("if for while"); // if'), '}'].join(
      '\n',
    );
    expect(tangledIn(source('a.js', talk))).toEqual([]);
  });
});

describe('what is offered without a word', () => {
  test.each([
    ['a.ts', '/** Says one. */\nexport const one = 1;\nexport function two() {}\nfunction three() {}\n', 'two', 3],
    [
      'a.py',
      'def one():\n    """Says one."""\n\n\ndef two(\n    a,\n):\n    return a\n\n\ndef _three():\n    pass\n',
      'two',
      5,
    ],
    ['a.go', '// One says one.\nfunc One() {}\n\nfunc Two() {}\n\nfunc three() {}\n', 'Two', 4],
    ['a.rs', '/// Says one.\n#[inline]\npub fn one() {}\n\npub fn two() {}\n\nfn three() {}\n', 'two', 5],
    ['A.java', '/** Says one. */\npublic class One {\n  public int two() {\n    return 2;\n  }\n}\n', 'two', 3],
  ])('is found in %s', (path, text, name, line) => {
    expect(undocumentedIn([source(path, text)])).toEqual([{ path, line, name }]);
  });

  test('is left alone where nothing is documented, and where the change did not bring it', () => {
    expect(undocumentedIn([source('a.ts', 'export const one = 1;\n')])).toEqual([]);
    expect(undocumentedIn([source('a.ts', '// One.\nexport const one = 1;\nexport const two = 2;\n', [2])])).toEqual(
      [],
    );
  });
});
