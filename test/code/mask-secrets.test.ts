import { expect, test } from 'vitest';
import { hasSecret, maskSecrets } from '../../src/code/mask-secrets.ts';

const token = ['ghp_', 'a1B2'.repeat(9)].join('');
const key = ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('');

test('every secret is masked, and the text around it stays', () => {
  const text = `const a = '${token}'; // ${token}\nconst b = 1;`;
  expect(maskSecrets(text)).toBe("const a = '[secret]'; // [secret]\nconst b = 1;");
  expect([hasSecret(text), hasSecret(maskSecrets(text)), hasSecret(text)]).toEqual([true, false, true]);
});

test('a private key is masked to its end, or to the end of the text', () => {
  expect(maskSecrets(`a\n-${key}\n-MIIabc\n-----END RSA PRIVATE KEY-----\nb`)).toBe('a\n-[secret]\nb');
  expect(maskSecrets(`a\n${key}\nMIIabc\n`)).toBe('a\n[secret]');
});
