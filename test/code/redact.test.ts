import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactDeep, redactor, redactStrictly } from '../../src/code/redact.ts';
import { hasSecret } from '../../src/code/secrets/find.ts';
import { marksIn } from '../../src/schema/code/redaction.ts';
import { growsNoFasterThanSize } from '../support/growth.ts';
import { canaries } from './canaries.ts';

const all = Object.entries(canaries);

describe('a secret', () => {
  test('of 20 formats and more is known', () => expect(all.length).toBeGreaterThanOrEqual(20));

  test.each(all)('like %s is marked alone, in a sentence, in JSON and between lines', (_name, { text, secret }) => {
    const lines = JSON.stringify(`one\n${text}\tthree`);
    const wrapped = [
      text,
      lines,
      JSON.stringify(lines),
      `It is ${text}, he said.`,
      JSON.stringify({ text }),
      JSON.stringify(JSON.stringify([text])),
    ];
    for (const around of [...wrapped, `one\n${text}\nthree`, `1\tconst a = '${text}';`]) {
      const told = redact(around);
      expect(told).not.toContain(secret);
      expect(marksIn(told)).not.toEqual([]);
      expect(redact(told)).toBe(told);
      expect(told.split('\n')).toHaveLength(around.split('\n').length);
    }
    expect(() => JSON.parse(redact(JSON.stringify({ text, more: 'x' })))).not.toThrow();
  });

  test('of many lines is marked with the numbers of a listing before them, and without its end', () => {
    const { text, secret } = canaries['ssh key'] ?? { text: '', secret: '' };
    const listed = text.split('\n').map((line, index) => `${index + 7}\t${line}`);
    expect(redact(listed.join('\n'))).not.toContain(secret);
    expect(redact(listed.slice(0, 3).join('\n'))).not.toContain(secret);
  });
});

describe('what is no secret', () => {
  test.each([
    'const token = getTokenFromStorage2(request);',
    'password: string;',
    "const apiKey = process.env.API_KEY_2024 ?? '';",
    'if (token === undefined) throw new TokenError(path);',
    'https://example.test:8080/a@b',
    '3f786850e387550fdab836ed7e6dc881de23001b',
    '-----BEGIN CERTIFICATE-----',
    'sk-learn and skip-this-one',
    'const secret_length = 16;',
    'eyJhbGciOi is the beginning of a token',
  ])('stays: %s', (text) => expect(redact(text)).toBe(text));

  test('is any JSON without secrets, and JSON stays JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(() => JSON.parse(redact(json))).not.toThrow();
      }),
    );
  });
});

describe('values of the environment', () => {
  const env = {
    LOCAL_KEY: 'plain-words-that-are-a-key',
    DB_PASSWORD: 'postgres',
    PATH: '/usr/bin/and/some/more',
    N: 'x'.repeat(30),
  };
  const told = redactor(env);

  test('are marked where their name says that they are secret', () => {
    expect(told('it printed plain-words-that-are-a-key!')).toBe('it printed [redacted:secret]!');
  });

  test('are left where they are words, paths or not named so', () => {
    const text = `postgres at /usr/bin/and/some/more ${'x'.repeat(30)}`;
    expect(told(text)).toBe(text);
  });
});

test('every text in a value is redacted, and none grows', () => {
  const value = { a: [`k AKIA${'Q'.repeat(16)}`], n: 1, b: null, c: 'password="abcdefgh1234"' };
  const told = redactDeep(value, redact);
  expect(told).toEqual({
    a: ['k [redacted:AWS access key]'.slice(0, 22)],
    n: 1,
    b: null,
    c: 'password="[redacted:sec',
  });
});

test('text that begins like a secret again and again takes no longer than other text', async () => {
  for (const unit of ['token=', 'password: "', 'Authorization: Bearer ', 'http://a:', '-----BEGIN PRIVATE KEY-----'])
    await growsNoFasterThanSize((size) => redact(unit.repeat(Math.ceil(size / unit.length))), 64 * 1024);
});

describe('where a guess costs little', () => {
  const token = ['ghp_', 'a1B2'.repeat(9)].join('');
  const key = ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('');

  test('every secret is marked that a review would name, and the text around it stays', () => {
    const text = `const a = '${token}'; // ${token}\npassword = "letmeinnow";\nconst b = 1;`;
    const mark = '[redacted:GitHub token]';
    const told = redactStrictly(text);
    expect(told).toMatch(/^const a = '.*'; \/\/ .*\npassword = "\[redacted:.+\]";\nconst b = 1;$/);
    expect(told.split(mark)).toHaveLength(3);
    expect([hasSecret(text), redact(text).includes('letmeinnow')]).toEqual([true, true]);
  });

  test('a private key is marked to its end, or to the end of the text, whatever stands in it', () => {
    expect(redactStrictly(`a\n-'${key}' +\n-'MIIabc' +\n-----END RSA PRIVATE KEY-----\nb`)).toBe(
      "a\n-'[redacted:private key]\n\n\nb",
    );
    expect(redactStrictly(`a\n${key}\nMIIabc\n`)).toBe('a\n[redacted:private key]\n\n');
  });
});
