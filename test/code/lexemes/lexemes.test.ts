import { describe, expect, test } from 'vitest';
import { closing, lexemes, listed, sameCode } from '../../../src/code/lexemes/lexemes.ts';
import { otherLiteral } from '../../../src/code/lexemes/literals.ts';
import { goLexemes } from '../../../src/languages/go/code/style.ts';
import { javaLexemes } from '../../../src/languages/java/code/style.ts';
import { rustLexemes } from '../../../src/languages/rust/code/style.ts';

const rules = { go: goLexemes, java: javaLexemes, rust: rustLexemes };
const texts = (text: string, language: keyof typeof rules) => lexemes(text, rules[language]).map((one) => one.text);

describe('lexemes', () => {
  test('tell lifetimes from characters, and know raw strings and nested comments of Rust', () => {
    expect(texts(`<'a> '{' '\\'' b'}' r#"a"}"# "x\\"}" /* a /* } */ c */ 1..2 1.5e-3 r#type /// "doc`, 'rust')).toEqual(
      [
        ...['<', "'a", '>', "'{'", "'\\''", "b'}'", 'r#"a"}"#', '"x\\"}"', '/* a /* } */ c */'],
        ...['1', '..', '2', '1.5e-3', 'r#type', '/// "doc'],
      ],
    );
  });

  test('know raw strings of Go and text blocks of Java', () => {
    expect(texts('a := `x"` + "b\\"" // c\n\'"\'', 'go')).toEqual(['a', ':=', '`x"`', '+', '"b\\""', '// c', "'\"'"]);
    expect(texts('f("""\n a "b" \\""" """, \'"\') /* " */', 'java')).toEqual([
      ...['f', '(', '"""\n a "b" \\""" """', ',', "'\"'", ')', '/* " */'],
    ]);
  });

  test('what is not closed ends with the text', () => {
    for (const text of ['"abc', '/* abc', 'r#"abc', '`abc', "'"]) {
      for (const language of ['go', 'java', 'rust'] as const) {
        expect(texts(text, language).join('')).toBe(text.replaceAll(' ', text.startsWith('/*') ? ' ' : ''));
      }
    }
  });

  test('have pairs of brackets and lists', () => {
    const tokens = lexemes('f(a[1, 2], "(", g(3))', goLexemes);
    expect(tokens[closing(tokens, 1)]?.end).toBe(21);
    expect(listed(tokens, 1, closing(tokens, 1)).map((part) => part.map(({ text }) => text).join(''))).toEqual([
      ...['a[1,2]', '"("', 'g(3)'],
    ]);
  });

  test('are the same where only comments and layout differ', () => {
    const same = (a: string, b: string) => sameCode(lexemes(a, rustLexemes), lexemes(b, rustLexemes));
    expect(same('fn a() { 1 }', 'fn a()\n{ // one\n1 }')).toBe(true);
    expect(same('fn a() { 1 }', 'fn a() { 2 }')).toBe(false);
  });

  test.each([
    ['3', '4'],
    ['255', '254'],
    ['127i8', '126i8'],
    ['1_000', '999'],
    ['1.5', '2.5'],
    ['0L', '1L'],
    ['"a"', '"a~"'],
    ['`a`', '`a~`'],
    ['true', 'false'],
    ['0x1F', null],
    ['1e3', null],
    ["'c'", null],
  ])('%s becomes %s, of the same type', (before, after) => {
    const [token] = lexemes(before, goLexemes);
    expect((token && otherLiteral(token)?.text) ?? null).toBe(after);
  });
});
