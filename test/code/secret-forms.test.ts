import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactDeep, redactor, redactSerialised } from '../../src/code/redact.ts';
import { growsNoFasterThanSize } from '../support/growth.ts';
import { canaries } from './canaries.ts';

const mark = '[redacted:secret]';
const values = {
  plain: 'hunter2-and-more-words',
  quotes: `p"a's\`s$w0rd&<x>/y\\z`,
  letters: 'Zoë-naïve-pâté-🦀-2024',
  lines: 'first line of it\nand the second: "so"\n\tdone 7',
  code: 'c0de\\new\\table\\u00e9end',
  percent: '100%-sure+of=it?a/b',
  long: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v2W3x4Y5z6',
};
const env = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [`${name}_PASSWORD`.toUpperCase(), value]),
);
const told = redactor(env);

const escapedUnicode = (json: string) =>
  json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const sh = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
const html = (value: string) =>
  value.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? '&#39;');
const percentAll = (value: string) =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const wrap = (text: string, width: number, between = '\n') =>
  [...text].reduce((all, char, at) => `${all}${at > 0 && at % width === 0 ? between : ''}${char}`, '');
const base64 = (value: string, before: number) => Buffer.from(`${'u:x'.slice(0, before)}${value}!`).toString('base64');
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
/** As bash itself writes it, so that it can be read again. */
const bash = (value: string) => execFileSync('bash', ['-c', 'printf %q "$0"', value], { encoding: 'utf8' });

const forms: Record<string, (value: string) => string> = {
  'as it is': (value) => value,
  JSON: (value) => JSON.stringify(value),
  'JSON in JSON': (value) => JSON.stringify(JSON.stringify(value)),
  'JSON three deep': (value) => JSON.stringify({ a: JSON.stringify([JSON.stringify(value)]) }),
  'JSON in ASCII': (value) => escapedUnicode(JSON.stringify(value)),
  'JSON with slashes escaped': (value) => JSON.stringify(value).replaceAll('/', '\\/'),
  'a URL component': (value) => encodeURIComponent(value),
  'a URL component twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'a form': (value) => new URLSearchParams({ q: value }).toString(),
  'a URL with every byte encoded': percentAll,
  HTML: html,
  'single quotes of a shell': sh,
  'double quotes of a shell': (value) => `"${value.replace(/["$`\\]/g, '\\$&')}"`,
  'what bash quotes': bash,
  'a command line in JSON': (value) => JSON.stringify({ command: `echo ${sh(value)}` }),
  'lines of 10': (value) => wrap(value, 10),
  'lines of 7, indented': (value) => wrap(value, 7, '\n    '),
  'lines of 9 in a patch': (value) => wrap(value, 9, '\n+'),
  'lines of 8 in JSON': (value) => JSON.stringify(wrap(value, 8)),
  'lines of 12 with backslashes': (value) => wrap(value, 12, '\\\n'),
  'colours in the middle': (value) => wrap(value, 6, '\u001b[31m'),
  hexadecimal: (value) => Buffer.from(value).toString('hex'),
  ...Object.fromEntries(
    [0, 1, 2].flatMap((before) => [
      [`base64 after ${before} bytes`, (value: string) => base64(value, before)],
      [`base64 for a URL after ${before} bytes`, (value: string) => urlSafe(base64(value, before))],
      [`base64 after ${before} bytes, wrapped`, (value: string) => wrap(base64(value, before), 16)],
      [`base64 after ${before} bytes in a URL`, (value: string) => encodeURIComponent(base64(value, before))],
    ]),
  ),
};

/** Where its own escapes are cut in two or encoded themselves, nobody can tell. */
const cut = /lines|colours|every byte/;

describe.each(Object.entries(forms))('a value that is known, written as %s,', (form, write) => {
  const known = Object.entries(values).filter(([name]) => name !== 'code' || !cut.test(form));
  test.each(known)('is redacted: %s', (_name, value) => {
    const written = write(value);
    const around = `before ${written} after`;
    const redacted = told(around);
    expect(redacted).toContain(mark);
    expect(redacted).toMatch(/^before .* after$/s);
    expect(redacted.split('\n')).toHaveLength(around.split('\n').length);
    const letters = (text: string) => text.replace(/[^\p{L}\d]/gu, '');
    for (let at = 0; at + 8 <= letters(value).length; at += 1)
      expect(letters(redacted)).not.toContain(letters(value).slice(at, at + 8));
    expect(told(redacted)).toBe(redacted);
  });
});

describe('redacting known values', () => {
  test('leaves JSON what it is, whatever stands around them', () => {
    const some = fc.constantFrom(
      ...Object.values(values),
      '\\',
      '"',
      '\n',
      '\u001b[1m',
      'x',
      '%',
      '&',
      '\\u',
      'é',
      '/',
    );
    const texts = fc.array(some, { maxLength: 6 }).map((parts) => parts.join(''));
    const value = fc.array(fc.tuple(texts, texts), { maxLength: 3 }).map((rows) => rows.map(([a, b]) => ({ a, b })));
    fc.assert(
      fc.property(value, (rows) => {
        const json = JSON.stringify(rows);
        for (const text of [json, JSON.stringify(json), escapedUnicode(json)]) {
          const parsed = JSON.parse(told(text));
          for (const secret of Object.values(values)) expect(JSON.stringify(parsed)).not.toContain(secret);
        }
      }),
    );
  });

  test('changes no other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => told(text) === text));
    for (const text of [
      'hunter2 and more',
      'first line of it\nand another',
      'A1b2C3d4E5f6',
      '%'.repeat(50),
      '\\'.repeat(9),
    ])
      expect(told(text)).toBe(text);
  });

  test('knows each long line of a value, and values with spaces, but no path', () => {
    const key = `${'MIIEvAIBADANBgkqhkiG9w0BAQEFAASC'}\n${'BKYwggSiAgEAAoIBAQC7VJTUt9Us8cKj'}`;
    const by = redactor({ A_KEY: key, B_PASSWORD: 'correct horse battery staple', C_KEY: '/home/u/.ssh/id_ed25519' });
    expect(by('line 2: BKYwggSiAgEAAoIBAQC7VJTUt9Us8cKj')).toBe(`line 2: ${mark}`);
    expect(by('correct horse battery staple')).toBe(mark);
    expect(by('see /home/u/.ssh/id_ed25519')).toBe('see /home/u/.ssh/id_ed25519');
    expect(
      redactor({ D_KEY: '/x8Kq2Zx9Lm4Tn6/8Kq2Zx9Lm4T+n68Kq2Zx9Lm' })('/x8Kq2Zx9Lm4Tn6/8Kq2Zx9Lm4T+n68Kq2Zx9Lm'),
    ).toBe(mark);
  });

  test('redacts keys, and JSON before it is written down', () => {
    const secret = values.quotes;
    expect(redactDeep({ [`${secret} and ${secret}`]: 1, type: 'x' }, told)).toEqual({
      [`${mark} and ${mark}`]: 1,
      type: 'x',
    });
    const kept = redactSerialised(JSON.stringify([{ text: `password="${'ab"c1'.repeat(4)}"` }, secret]), told);
    expect(JSON.parse(kept)).toHaveLength(2);
    expect(kept).not.toContain('z');
    expect(redactSerialised('{ "a": "not as we write it" }', told)).toBe('{ "a": "not as we write it" }');
  });
});

describe('a secret that is known by its format', () => {
  const tokens = ['aws', 'github', 'gitlab', 'anthropic', 'npm', 'hugging face'].map(
    (name) => canaries[name]?.text ?? '',
  );

  test.each(tokens)('is redacted after an escape, a colour or the code of a URL: %#', (token) => {
    for (const before of ['%3D', '%20', '\\n', '\\u003d', '\\x3d', '\u001b[31m', '\\u001b[1;31m', 'a=', '/'])
      expect(redact(`${before}${token}`)).not.toContain(token);
  });

  test.each(tokens.slice(1))('is redacted in base64, at each alignment: %#', (token) => {
    for (const before of ['', 'u', 'u:', 'user:'])
      for (const form of [(text: string) => text, urlSafe]) {
        const encoded = form(Buffer.from(`${before}${token}`).toString('base64'));
        expect(redact(`Basic: ${encoded}`)).not.toContain(encoded.slice(12, -12));
      }
  });
});

test('time is in proportion to the text, whatever it holds', async () => {
  const many = redactor(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`V${at}_KEY`, `${at}-${values.long}`])),
  );
  const units = [
    'a line of words, 1 and 2;\n',
    '\\',
    '%41',
    '&amp;',
    '\\u0041',
    'eyJ',
    'token="',
    '://a:',
    '-----',
    'QUtJ',
    '\n ',
    'The quick brown fox jumps over "the" lazy dog: 12345\n',
  ];
  for (const unit of units)
    await growsNoFasterThanSize((size) => many(unit.repeat(Math.ceil(size / unit.length))), 125_000);
});
